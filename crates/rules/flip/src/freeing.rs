//! Freeing (4.3): groups, and the powers that free more (4.4), on a net.

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::card::Species;
use crate::moving::Powers;
use crate::mv::read_space;
use crate::net::Net;
use crate::space::{Space, Spaces};

/// Maximum number of groups, of two cards at least.
const GROUPS: usize = Space::COLUMNS * Space::ROWS / 2;

/// Groups that may be freed; they have no card in common.
pub(crate) type Groups = ArrayVec<Spaces, GROUPS>;

/// Sets of cards that may be freed together.
pub(crate) type FreeSets = SmallVec<[Spaces; 16]>;

/// Group of an animal: all cards of its species and direction that are connected with it.
#[inline]
fn group_of(net: &Net, powers: Powers, space: Space) -> Spaces {
    let alike = net.alike(space);
    let links = if powers.has_far_rays() && net.species_at(space) == Species::Ray {
        alike - net.oiled()
    } else {
        Spaces::EMPTY
    };
    let mut group = Spaces::from(space);
    loop {
        let mut reached = group | group.neighbours();
        if !links.is_empty() {
            // One of the two rays must have its power.
            reached |= (group & links).lines() | group.lines() & links;
        }
        let next = reached & alike;
        if next == group {
            return group;
        }
        group = next;
    }
}

/// All groups that may be freed: of two cards at least, one of which has moved.
#[inline]
pub(crate) fn groups(net: &Net, powers: Powers) -> Groups {
    let mut groups = Groups::new();
    let mut open = net.moved();
    while let Some(space) = open.first() {
        let group = group_of(net, powers, space);
        if group.len() > 1 {
            groups.push(group);
        }
        open -= group;
    }
    groups
}

/// Sharks that may be freed alone: flipped in this turn, not next to oil.
#[inline]
fn lone_sharks(net: &Net, powers: Powers) -> Spaces {
    if powers.has(Species::Shark) {
        (net.species(Species::Shark) & net.flipped()) - net.oiled()
    } else {
        Spaces::EMPTY
    }
}

/// Whether anything may be freed.
#[inline]
pub(crate) fn can_free(net: &Net, powers: Powers) -> bool {
    !lone_sharks(net, powers).is_empty() || !groups(net, powers).is_empty()
}

/// All groups that lie within a set of cards; the other cards of the set are freed by a power.
#[inline]
pub(crate) fn groups_within(net: &Net, powers: Powers, cards: Spaces) -> Spaces {
    groups(net, powers)
        .into_iter()
        .filter(|group| group.is_within(cards))
        .fold(Spaces::EMPTY, |all, group| all | group)
}

/// Cards that a power frees with a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extra {
    /// No card.
    None,
    /// A neighbour of a swordfish.
    Neighbour(Space),
    /// All rays in the rows and columns, or a shark alone.
    Own,
}

/// Group, or a shark alone, that is freed with or without a power.
#[derive(Clone, Copy, Debug)]
struct Pick {
    cards: Spaces,
    extra: Extra,
}

impl Pick {
    /// Whether this part of a text, which names any cards of a group, means `pick`.
    fn names(&self, pick: &Pick) -> bool {
        self.cards.is_within(pick.cards) && self.extra == pick.extra
    }

    fn text(&self) -> String {
        let first = self
            .cards
            .first()
            .map_or(String::new(), |space| space.to_string());
        match self.extra {
            Extra::None => format!("+{first}"),
            Extra::Neighbour(space) => format!("+{first}*{space}"),
            Extra::Own => format!("+{first}*"),
        }
    }
}

/// Enumeration of all ways to free cards.
struct Ways<'a, F> {
    net: &'a Net,
    powers: Powers,
    /// Whether one power at most may be used.
    is_once: bool,
    groups: Groups,
    sharks: Spaces,
    picks: ArrayVec<Pick, { Space::COLUMNS * Space::ROWS }>,
    visit: F,
}

impl<F: FnMut(Spaces, &[Pick])> Ways<'_, F> {
    /// Decides on the group with this index and all after it, with `cards` freed by those before.
    fn choose(&mut self, index: usize, cards: Spaces, may_use: bool) {
        let Some(&group) = self.groups.get(index) else {
            return self.choose_sharks(self.sharks, cards, may_use);
        };
        self.choose(index + 1, cards, may_use);
        self.pick(group, Extra::None, |ways| {
            ways.choose(index + 1, cards | group, may_use);
        });
        let Some(first) = group.first().filter(|_| may_use) else {
            return;
        };
        let species = self.net.species_at(first);
        let may_use = !self.is_once;
        let strong = group - self.net.oiled();
        if species == Species::Ray && self.powers.has(Species::Ray) {
            let reached = strong.lines() & self.net.alike(first);
            self.pick(group, Extra::Own, |ways| {
                ways.choose(index + 1, cards | group | reached, may_use);
            });
        } else if species == Species::Swordfish && self.powers.has(Species::Swordfish) {
            for space in (strong.neighbours() & self.net.cards()) - group {
                let freed = cards | group | space.into();
                self.pick(group, Extra::Neighbour(space), |ways| {
                    ways.choose(index + 1, freed, may_use);
                });
            }
        }
    }

    /// Decides on sharks that are freed alone.
    fn choose_sharks(&mut self, mut sharks: Spaces, cards: Spaces, may_use: bool) {
        let Some(shark) = sharks.first().filter(|_| may_use) else {
            if !cards.is_empty() {
                (self.visit)(cards, &self.picks);
            }
            return;
        };
        sharks -= shark.into();
        self.choose_sharks(sharks, cards, may_use);
        let freed = cards | shark.into();
        self.pick(shark.into(), Extra::Own, |ways| {
            ways.choose_sharks(sharks, freed, !ways.is_once);
        });
    }

    fn pick(&mut self, cards: Spaces, extra: Extra, then: impl FnOnce(&mut Self)) {
        self.picks.push(Pick { cards, extra });
        then(self);
        self.picks.pop();
    }
}

/// Calls `visit` with every way to free cards; several may free the same.
fn for_each_way(net: &Net, powers: Powers, is_once: bool, visit: impl FnMut(Spaces, &[Pick])) {
    let mut groups = groups(net, powers);
    groups.sort_unstable_by_key(|group| group.first());
    let sharks = lone_sharks(net, powers);
    Ways {
        net,
        powers,
        is_once,
        groups,
        sharks,
        picks: ArrayVec::new(),
        visit,
    }
    .choose(0, Spaces::EMPTY, true);
}

/// All sets of cards that may be freed together, once each; with `is_once` by one use of a power at
/// most.
pub(crate) fn free_sets(net: &Net, powers: Powers, is_once: bool) -> FreeSets {
    let mut sets = FreeSets::new();
    for_each_way(net, powers, is_once, |cards, _| sets.push(cards));
    if powers != powers.used_up() {
        sets.sort_unstable();
        sets.dedup();
    }
    sets
}

/// Notation of freeing a set of cards: of all that mean it, one with the fewest uses of powers, and
/// of those the first in the alphabet.
pub(crate) fn free_text(net: &Net, powers: Powers, is_once: bool, freed: Spaces) -> String {
    let mut best: Option<(usize, String)> = None;
    for_each_way(net, powers, is_once, |cards, picks| {
        if cards == freed {
            let uses = picks
                .iter()
                .filter(|pick| pick.extra != Extra::None)
                .count();
            let mut parts: Vec<String> = picks.iter().map(Pick::text).collect();
            parts.sort_unstable();
            let way = (uses, parts.concat());
            best = Some(best.take().map_or(way.clone(), |best| best.min(way)));
        }
    });
    best.map_or_else(|| format!("+{freed:?}"), |(_, text)| text)
}

/// Set of cards that a text frees, whose parts stand in any order and name groups by any of their
/// spaces; `None` if the text frees none.
pub(crate) fn read_free(net: &Net, powers: Powers, is_once: bool, text: &str) -> Option<Spaces> {
    let parts: Vec<Pick> = text
        .strip_prefix('+')?
        .split('+')
        .map(read_pick)
        .collect::<Option<_>>()?;

    let mut freed = None;
    for_each_way(net, powers, is_once, |cards, picks| {
        let is_named = picks
            .iter()
            .all(|pick| parts.iter().any(|part| part.names(pick)));
        if is_named
            && parts
                .iter()
                .all(|part| picks.iter().any(|pick| part.names(pick)))
        {
            freed = Some(cards);
        }
    });
    freed
}

/// Reads a part of a text that frees cards, `b2`, `b2*` or `b2*c2`: the group has the one space
/// that is named. `None` for other texts.
fn read_pick(text: &str) -> Option<Pick> {
    let (name, power) = text
        .split_once('*')
        .map_or((text, None), |(name, power)| (name, Some(power)));
    let extra = match power {
        None => Extra::None,
        Some("") => Extra::Own,
        Some(other) => Extra::Neighbour(read_space(other)?),
    };
    Some(Pick {
        cards: read_space(name)?.into(),
        extra,
    })
}
