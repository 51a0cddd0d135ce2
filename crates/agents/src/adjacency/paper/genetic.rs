//! The report's genetic algorithm, with its mistakes: whoever plays, it breeds games that
//! are good for O and in which X begins.

use super::rounds_left;
use crate::{Agent, Answer, Values};
use papan_adjacency::{Adjacency, Position, Square, neighbours};
use papan_core::{
    Random, Seat,
    bits::{Select, Task, run_fastest},
};
use papan_search::{Limits, Report, Value, Watch};

/// Individuals, a hundred as in the report.
const POPULATION: usize = 100;
/// Generations, a hundred as in the report.
const GENERATIONS: u32 = 100;
/// At this fitness the report's program stops.
const ENOUGH: i32 = 63;
/// The most genes: one for each round.
const LONGEST: usize = 32;

/// Squares played in turn, X first; only as many as there are rounds left count. Each is a
/// set of one square.
type Plan = [u64; LONGEST];

/// Breeds plans and plays the first square of the best one seen.
pub(in crate::adjacency) struct Genetic {
    random: Random,
    population: Vec<Plan>,
    children: Vec<Plan>,
}

impl Genetic {
    pub(in crate::adjacency) fn new(seed: u64) -> Genetic {
        Genetic {
            random: Random::new(seed),
            population: vec![[0; LONGEST]; POPULATION],
            children: vec![[0; LONGEST]; POPULATION],
        }
    }
}

impl Agent<Adjacency> for Genetic {
    fn begin(&mut self, _: &Adjacency, seed: u64) {
        self.random = Random::new(seed);
    }

    fn think(&mut self, _: &Adjacency, position: &Position, limits: &Limits) -> Answer<Square> {
        let mut watch = Watch::start(limits);
        let (first, fitness) = run_fastest(Evolution {
            agent: self,
            marks: [Seat::FIRST, Seat::SECOND].map(|seat| position.marks(seat)),
            genes: (rounds_left(position) as usize).min(LONGEST),
            watch: &mut watch,
        });
        // The fitness is O's lead, whoever asks.
        let value = match position.mover() {
            Seat::FIRST => -fitness,
            _ => fitness,
        };
        Ok(Report {
            value: Some(Value::points(value)),
            depth: rounds_left(position),
            ..watch.report(Square::new(first.trailing_zeros() as usize))
        })
    }

    /// It compares whole plans, not moves.
    fn values(&mut self, _: &Adjacency, _: &Position, _: &Limits) -> Values<Square> {
        Vec::new()
    }
}

/// A whole run, compiled as one for this machine.
struct Evolution<'a> {
    agent: &'a mut Genetic,
    marks: [u64; 2],
    genes: usize,
    watch: &'a mut Watch,
}

impl Task for Evolution<'_> {
    type Output = (u64, i32);

    /// The first gene and the fitness of the best plan seen.
    #[inline(always)]
    fn run<S: Select>(self, select: S) -> (u64, i32) {
        let Evolution {
            agent,
            marks,
            genes,
            watch,
        } = self;
        let Genetic {
            random,
            population,
            children,
        } = agent;
        let empty = !(marks[0] | marks[1]);
        for plan in population.iter_mut() {
            let mut free = empty;
            for gene in &mut plan[..genes] {
                *gene = any_of(free, select, random);
                free ^= *gene;
            }
        }
        let mut best = (population[0][0], i32::MIN);
        let mut fitness = [0; POPULATION];
        for _ in 0..GENERATIONS {
            for (plan, fitness) in population.iter().zip(&mut fitness) {
                *fitness = marks_of_o_more(marks, &plan[..genes]);
                if *fitness >= best.1 {
                    best = (plan[0], *fitness);
                }
                watch.tick();
            }
            if best.1 == ENOUGH || watch.is_over() || watch.must_end_now() {
                break;
            }
            let order = fittest_first(&fitness);
            for (pair, two) in order.chunks_exact(2).zip(children.chunks_exact_mut(2)) {
                let parents = [pair[0], pair[1]].map(|index| &population[usize::from(index)]);
                for (child, (head, tail)) in two
                    .iter_mut()
                    .zip([(parents[0], parents[1]), (parents[1], parents[0])])
                {
                    child[..genes / 2].copy_from_slice(&head[..genes / 2]);
                    child[genes / 2..genes].copy_from_slice(&tail[genes / 2..genes]);
                    replace_repeated(&mut child[..genes], empty, select, random);
                }
            }
            std::mem::swap(population, children);
        }
        best
    }
}

/// One square of a set that is not empty, each as likely as the others.
#[inline(always)]
fn any_of<S: Select>(set: u64, select: S, random: &mut Random) -> u64 {
    select.nth(set, random.below(set.count_ones() as usize) as u32)
}

/// O's marks less X's after a plan, in which X plays the first gene, whoever is to move.
/// A square that stands twice in it is simply played over.
#[inline(always)]
fn marks_of_o_more(marks: [u64; 2], plan: &[u64]) -> i32 {
    let [mut x, mut o] = marks;
    for pair in plan.chunks(2) {
        let painted = pair[0] | (neighbours(pair[0]) & o);
        (x, o) = (x | painted, o & !painted);
        if let Some(&square) = pair.get(1) {
            let painted = square | (neighbours(square) & x);
            (x, o) = (x & !painted, o | painted);
        }
    }
    o.count_ones() as i32 - x.count_ones() as i32
}

/// The plans from the fittest on; of equal ones the earlier first.
#[inline(always)]
fn fittest_first(fitness: &[i32; POPULATION]) -> [u8; POPULATION] {
    let rank = |fitness: i32| (64 - fitness) as usize;
    let mut next = [0u8; 130];
    for &fitness in fitness {
        next[rank(fitness) + 1] += 1;
    }
    for index in 1..next.len() {
        next[index] += next[index - 1];
    }
    let mut order = [0; POPULATION];
    for (index, &fitness) in fitness.iter().enumerate() {
        let place = &mut next[rank(fitness)];
        order[usize::from(*place)] = index as u8;
        *place += 1;
    }
    order
}

/// The report's only mutation: a gene that stands for the second time becomes an empty
/// square that the plan did not hold at first, so that two new ones may be equal.
#[inline(always)]
fn replace_repeated<S: Select>(plan: &mut [u64], empty: u64, select: S, random: &mut Random) {
    let held = plan.iter().fold(0, |set, gene| set | gene);
    if held.count_ones() as usize == plan.len() {
        return;
    }
    let unused = empty & !held;
    for index in 0..plan.len() {
        let gene = plan[index];
        if let Some(again) = plan[index + 1..].iter_mut().find(|later| **later == gene) {
            *again = any_of(unused, select, random);
        }
    }
}
