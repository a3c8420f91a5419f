//! Export for Gambit, as an extensive game.

use std::collections::HashMap;
use std::fmt::Write;

use super::tree::{Decider, PublicTree};
use super::{AnglingPrior, AnglingSolver};

impl AnglingSolver {
    /// Writes the tree of the day as an extensive game in the format of Gambit (`.efg`), in which
    /// the fish knows the world and the player who fishes does not.
    ///
    /// Leaves are positions whose value is known, also where moves would follow.
    pub fn to_efg(&self) -> String {
        let labels: Vec<String> = self
            .worlds
            .iter()
            .map(|world| world.rows_text().replace('!', ""))
            .collect();
        let mut export = Export {
            tree: &self.tree,
            children: children(&self.tree),
            text: String::new(),
            outcomes: 0,
            sets_of_angler: HashMap::new(),
            sets_of_fish: 0,
        };
        let names: Vec<String> = labels.iter().map(|label| format!("\"{label}\"")).collect();
        let _ = writeln!(
            export.text,
            "EFG 2 R \"{}\" {{ \"Angler\" \"Fish\" }}\n",
            self.root
        );
        let count = names.len();
        let _ = match self.prior {
            AnglingPrior::Dealt => {
                let shares: Vec<String> = names
                    .iter()
                    .map(|name| format!("{name} 1/{count}"))
                    .collect();
                writeln!(export.text, "c \"\" 1 \"\" {{ {} }} 0", shares.join(" "))
            }
            AnglingPrior::Chosen => {
                export.sets_of_fish = 1;
                writeln!(export.text, "p \"\" 2 1 \"\" {{ {} }} 0", names.join(" "))
            }
        };
        (0..count).for_each(|slot| export.write(0, slot));
        export.text
    }
}

struct Export<'a> {
    tree: &'a PublicTree,
    children: Vec<Vec<usize>>,
    text: String,
    outcomes: usize,
    /// Information set of each node where the angler decides: those of a player are numbered from 1
    /// as they appear.
    sets_of_angler: HashMap<usize, usize>,
    /// Number of information sets of the fish, which knows the world: one for each time that it
    /// decides.
    sets_of_fish: usize,
}

/// Children of every node.
fn children(tree: &PublicTree) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().skip(1) {
        children[node.parent as usize].push(index);
    }
    children
}

impl Export<'_> {
    /// Writes a node in one world with all below it, in preorder.
    fn write(&mut self, index: usize, slot: usize) {
        let node = self.tree.nodes[index];
        let below: Vec<(usize, usize)> = self.children[index]
            .iter()
            .filter_map(|&child| {
                let mut slots = self.tree.nodes[child].slots();
                Some((
                    child,
                    slots.find(|&below| self.tree.to_parent[below] as usize == slot)?,
                ))
            })
            .collect();
        let (player, information_set) = match node.decider {
            Decider::Leaf => {
                self.outcomes += 1;
                let value = self.tree.leaf_values[slot];
                let _ = writeln!(
                    self.text,
                    "t \"\" {} \"\" {{ {value}, {} }}",
                    self.outcomes, -value
                );
                return;
            }
            Decider::Angler => {
                let next = self.sets_of_angler.len() + 1;
                (1, *self.sets_of_angler.entry(index).or_insert(next))
            }
            Decider::Fish => {
                self.sets_of_fish += 1;
                (2, self.sets_of_fish)
            }
        };
        let name = |child: usize| -> String {
            let moves: Vec<String> = match node.decider {
                Decider::Angler => {
                    vec![self.tree.actions[self.tree.nodes[child].action as usize].to_string()]
                }
                _ => self.tree.moves[child]
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
            };
            format!("\"{}\"", moves.join(" "))
        };
        let names: Vec<String> = below.iter().map(|&(child, _)| name(child)).collect();
        let _ = writeln!(
            self.text,
            "p \"\" {player} {information_set} \"\" {{ {} }} 0",
            names.join(" ")
        );
        below
            .into_iter()
            .for_each(|(child, slot)| self.write(child, slot));
    }
}
