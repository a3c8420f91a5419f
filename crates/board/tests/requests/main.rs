//! Requests of any bytes, tried with random ones.

mod claims;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn queries_never_panic() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..2_000 {
        let mut bytes = vec![0; rng.random_range(0..32)];
        rng.fill_bytes(&mut bytes);
        claims::queries_never_panic(&bytes);
    }
}
