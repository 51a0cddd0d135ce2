//! A genetic algorithm over plans.

use super::Planning;
use crate::{Evaluation, Limits, Report, Value, Watch};
use papan_core::{Game, Random};

/// The parameters of the genetic algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breeding {
    /// Plans in a generation.
    pub population: u32,
    /// Generations.
    pub generations: u32,
    /// The probability that a gene mutates, in thousandths.
    pub mutation: u32,
    /// The size of a tournament selection: the plans that compete to be a parent.
    pub tournament: u32,
    /// Elitism: the number of best plans that live on unchanged.
    pub elite: u32,
    /// The most genes of a plan, its depth in plies.
    pub plies: u32,
}

/// Genes are numbers of moves in the list of legal moves.
type Gene = u16;

/// Breeds plans, the mover's move first, and plays the first move of the best one seen.
///
/// ```
/// use papan_adjacency::Adjacency;
/// use papan_core::{Game, Random, Seat};
/// use papan_search::{Limits, ScoreDifference, plans::{Breeding, Planning, breed}};
///
/// let planning = Planning {
///     game: &Adjacency::new(2, Seat::FIRST),
///     evaluation: &ScoreDifference,
/// };
/// let breeding = Breeding {
///     population: 50,
///     generations: 20,
///     mutation: 50,
///     tournament: 3,
///     elite: 2,
///     plies: 4,
/// };
/// let start = planning.game.start();
/// let report = breed(&planning, &start, breeding, &Limits::NONE, &mut Random::new(1));
/// assert_eq!(report.principal_variation.len(), 4);
/// ```
///
/// # Panics
/// When the game is over.
pub fn breed<G: Game, E: Evaluation<G>>(
    planning: &Planning<G, E>,
    position: &G::Position,
    breeding: Breeding,
    limits: &Limits,
    random: &mut Random,
) -> Report<G::Move> {
    let mut watch = Watch::start(limits);
    let (mover, moves) = planning.begin(position);
    let length = moves.len().min(breeding.plies.max(1) as usize);
    let count = breeding.population.max(2) as usize;
    let elite = (breeding.elite as usize).min(count - 1);

    let mut parents: Vec<Gene> = Vec::with_capacity(count * length);
    let mut all: Vec<Gene> = (0..moves.len() as Gene).collect();
    for _ in 0..count {
        for index in 0..length {
            let other = index + random.below(all.len() - index);
            all.swap(index, other);
        }
        parents.extend_from_slice(&all[..length]);
    }
    let mut children = parents.clone();
    let mut held = vec![false; moves.len()];
    let mut fitness = vec![i32::MIN; count];
    let mut order: Vec<usize> = (0..count).collect();
    let mut best = parents[..length].to_vec();
    let mut highest = None;

    'generations: for generation in 0..=breeding.generations {
        for (plan, fitness) in parents.chunks_exact(length).zip(&mut fitness) {
            let genes = plan.iter().map(|&gene| moves[usize::from(gene)]);
            *fitness = planning.value(position, genes, mover);
            if highest.is_none_or(|highest| *fitness > highest) {
                highest = Some(*fitness);
                best.copy_from_slice(plan);
            }
            if watch.tick() {
                break 'generations;
            }
        }
        if generation == breeding.generations {
            break;
        }
        order.sort_by_key(|&index| std::cmp::Reverse(fitness[index]));
        let plan = |index: usize| &parents[index * length..][..length];
        let choose = |random: &mut Random| {
            let mut winner = random.below(count);
            for _ in 1..breeding.tournament {
                let other = random.below(count);
                if fitness[other] > fitness[winner] {
                    winner = other;
                }
            }
            winner
        };
        for (index, child) in children.chunks_exact_mut(length).enumerate() {
            if index < elite {
                child.copy_from_slice(plan(order[index]));
                continue;
            }
            let (mother, father) = (plan(choose(random)), plan(choose(random)));
            cross(mother, father, random.below(length + 1), child, &mut held);
            mutate(child, breeding.mutation, &mut held, random);
        }
        std::mem::swap(&mut parents, &mut children);
    }
    let line: Vec<G::Move> = best.iter().map(|&gene| moves[usize::from(gene)]).collect();
    Report {
        value: highest.map(Value::points),
        depth: length as u32,
        principal_variation: line.clone(),
        ..watch.report(line[0])
    }
}

/// The child has the first genes of one parent, then those of the other that it does not
/// hold yet, in their order, and if they are too few the rest of the first parent's. So no
/// gene stands twice.
fn cross(mother: &[Gene], father: &[Gene], point: usize, child: &mut [Gene], held: &mut [bool]) {
    held.fill(false);
    let mut length = 0;
    let genes = mother[..point].iter().chain(father).chain(&mother[point..]);
    for &gene in genes {
        if length == child.len() {
            break;
        }
        if !std::mem::replace(&mut held[usize::from(gene)], true) {
            child[length] = gene;
            length += 1;
        }
    }
}

/// Changes some genes: for one that the plan does not hold, or with one that it does.
/// `held` says which those are.
fn mutate(child: &mut [Gene], thousandths: u32, held: &mut [bool], random: &mut Random) {
    for index in 0..child.len() {
        if random.below(1000) as u32 >= thousandths {
            continue;
        }
        let new = random.below(held.len());
        if held[new] {
            let other = child.iter().position(|&gene| usize::from(gene) == new);
            child.swap(index, other.unwrap_or(index));
        } else {
            held[usize::from(child[index])] = false;
            held[new] = true;
            child[index] = new as Gene;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_hold_no_gene_twice() {
        let mut random = Random::new(5);
        let mut held = vec![false; 12];
        let mut all: Vec<Gene> = (0..12).collect();
        let mut child = [0; 7];
        for _ in 0..1000 {
            let mut parent = || {
                for index in 0..12 {
                    all.swap(index, random.below(12));
                }
                all[..7].to_vec()
            };
            let (mother, father) = (parent(), parent());
            let point = random.below(8);
            cross(&mother, &father, point, &mut child, &mut held);
            assert_eq!(child[..point], mother[..point]);
            mutate(&mut child, 300, &mut held, &mut random);
            let mut genes = child.to_vec();
            genes.sort();
            genes.dedup();
            assert_eq!(genes.len(), child.len());
        }
    }
}
