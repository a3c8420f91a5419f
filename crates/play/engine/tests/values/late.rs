//! Positions so late that plain searches see to the end.

use floe_engine::EngineGame;
use floe_game::walk;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Position after random moves, made until all penguins are placed and there are no more than
/// `most` positions below; the game may be over then.
pub(crate) fn late<G: EngineGame>(mut position: G, most: u64, rng: &mut Xoshiro256PlusPlus) -> G {
    while !position.is_over() && (position.in_hand() > 0 || size(&position, most) > most) {
        position = walk(&position, 1, rng);
    }
    position
}

/// Number of positions below this one, up to `most`.
fn size<G: EngineGame>(position: &G, most: u64) -> u64 {
    let mut size = 1;
    for mv in position.moves() {
        size += self::size(&position.after(mv), most.saturating_sub(size));
        if size > most {
            break;
        }
    }
    size
}
