//! The search tree: which turns were tried after which, how often, and with what results.

use super::super::mind::POINT;
use super::super::turns::Way;

/// A tree; the first node is the current decision.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

/// A question at the start of a turn, or in the middle of the first one, with ways to end that
/// turn. Which of them are open differs from deal to deal.
#[derive(Default)]
struct Node {
    question: u64,
    visits: u32,
    /// The number of visits after which it looks for further ways.
    looks_at: u32,
    known: Vec<Tried>,
}

/// A way to end a turn.
pub(super) struct Tried {
    pub way: Way,
    /// The node that follows.
    pub node: usize,
    /// How often it was taken.
    pub visits: u32,
    /// How often it could have been taken.
    offered: u32,
    /// The sum of its results, for the seat that took it.
    pub total: f64,
    /// How much less its end is worth than the best one, in points.
    prior: f64,
    /// Whether it leads into a dead end.
    pub dead: bool,
}

/// The weight of exploration, in standard deviations.
const CURIOSITY: f64 = 0.7;
/// The weight of the value at the end of the turn, while there are few visits.
const EXPECTED: f64 = 3.0;
/// The bound of that value, in standard deviations. The more often one way is taken, the smaller
/// the spread: without a bound the others would never get a visit.
const EXPECTED_MAX: f64 = 1.0;
/// How many ways are tried at first; more as visits grow.
const WIDE: f64 = 3.0;
/// How fast further ways are tried: this many times the square root of the visits.
const WIDEN: f64 = 1.0;
/// It looks for further ways each time the visits have grown by this factor.
const LOOKS_APART: u32 = 4;

impl Tree {
    /// An empty tree for a question.
    pub fn begin(&mut self, question: u64) {
        self.nodes.clear();
        self.nodes.push(Node { question, ..Node::default() });
    }

    /// Whether a node has no visits.
    pub fn is_new(&self, node: usize) -> bool {
        self.nodes[node].visits == 0
    }

    /// Counts a visit, and sets the question of a new node; false if it was about another question
    /// before.
    pub fn visit(&mut self, node: usize, question: u64) -> bool {
        let node = &mut self.nodes[node];
        if node.visits == 0 {
            node.question = question;
        }
        node.visits += 1;
        node.question == question
    }

    /// Whether it is time to look for ways that continue from a node.
    pub fn looks(&mut self, node: usize) -> bool {
        let node = &mut self.nodes[node];
        let now = node.visits >= node.looks_at;
        if now {
            node.looks_at = node.visits * LOOKS_APART;
        }
        now
    }

    /// Adds the ways that are new.
    pub fn add(&mut self, node: usize, ways: Vec<Way>) {
        let best = ways.iter().map(|way| way.worth).max().unwrap_or(0);
        for way in ways {
            if self.nodes[node].known.iter().any(|known| known.way.id == way.id) {
                continue;
            }
            let (next, prior) = (self.nodes.len(), (way.worth - best) as f64 / POINT as f64);
            self.nodes.push(Node::default());
            let (visits, offered, total, dead) = (0, 0, 0.0, false);
            let tried = Tried { way, node: next, visits, offered, total, prior, dead };
            self.nodes[node].known.push(tried);
        }
    }

    /// Chooses among the ways from a node that begin with one of these options; `spread` is the
    /// standard deviation of results. `None` if there is no such way.
    pub fn next(&mut self, node: usize, keys: &[u64], spread: f64) -> Option<usize> {
        let node = &mut self.nodes[node];
        let (mut best, mut new) = (None, None);
        let mut n_tried = 0;
        for (which, tried) in node.known.iter_mut().enumerate() {
            let first = tried.way.steps.first();
            if tried.dead || first.is_some_and(|step| !keys.contains(&step.key)) {
                continue;
            }
            tried.offered += 1;
            if tried.visits == 0 {
                better(&mut new, tried.prior, which);
                continue;
            }
            n_tried += 1;
            let visits = f64::from(tried.visits);
            let doubt = (logarithm(tried.offered) / visits).sqrt();
            let prior = (tried.prior / spread).clamp(-EXPECTED_MAX, EXPECTED_MAX);
            let hope = tried.total / visits / spread
                + CURIOSITY * doubt
                + EXPECTED * prior / (1.0 + visits);
            better(&mut best, hope, which);
        }
        let wide = WIDE + WIDEN * f64::from(node.visits).sqrt();
        let (best, new) = (best.map(|(_, which)| which), new.map(|(_, which)| which));
        if f64::from(n_tried) < wide { new.or(best) } else { best.or(new) }
    }

    /// A way from a node.
    pub fn tried(&mut self, node: usize, which: usize) -> &mut Tried {
        &mut self.nodes[node].known[which]
    }

    /// The way from the first node that was taken most often.
    pub fn favourite(&self) -> Option<&Way> {
        let among = self.nodes.first()?.known.iter().filter(|tried| !tried.dead);
        let mean = |tried: &Tried| tried.total / f64::from(tried.visits.max(1));
        let best = among.max_by(|one, other| {
            one.visits.cmp(&other.visits).then(mean(one).total_cmp(&mean(other)))
        });
        best.map(|tried| &tried.way)
    }
}

/// Keeps the larger one; the first one if they are equal.
fn better(best: &mut Option<(f64, usize)>, hope: f64, which: usize) {
    if best.is_none_or(|(most, _)| hope > most) {
        *best = Some((hope, which));
    }
}

/// An approximate natural logarithm, the same on every machine.
fn logarithm(n: u32) -> f64 {
    let n = n.max(1);
    let whole = n.ilog2();
    let rest = f64::from(n) / f64::from(1_u32 << whole) - 1.0;
    (f64::from(whole) + rest) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::super::super::turns::PlannedDecision;
    use super::*;

    fn way(worth: i64, keys: &[u64]) -> Way {
        let steps =
            keys.iter().map(|key| PlannedDecision { offered: 0, key: *key, index: 0 }).collect();
        Way { worth, id: keys.iter().sum(), steps }
    }

    /// A tree that knows two ways, and what the first question offers.
    fn two() -> Tree {
        let mut tree = Tree::default();
        tree.begin(1);
        assert!(tree.visit(0, 1) && tree.looks(0));
        tree.add(0, vec![way(500, &[10, 11]), way(300, &[20])]);
        tree
    }

    #[test]
    fn the_logarithm_is_near_enough() {
        for n in [1, 2, 3, 10, 1_000, u32::MAX] {
            assert!((logarithm(n) - f64::from(n).ln()).abs() < 0.07, "{n}");
        }
    }

    #[test]
    fn the_way_with_the_best_end_is_tried_first_and_only_if_it_is_open() {
        assert_eq!(two().next(0, &[10, 20], 1.0), Some(0));
        assert_eq!(two().next(0, &[20], 1.0), Some(1));
        assert_eq!(two().next(0, &[30], 1.0), None);
    }

    #[test]
    fn what_came_of_a_way_outweighs_what_its_end_was_worth() {
        let mut tree = two();
        for (which, total) in [(0, 0.0), (1, 400.0)] {
            let tried = tree.tried(0, which);
            (tried.visits, tried.total) = (100, total);
        }
        assert_eq!(tree.next(0, &[10, 20], 1.0), Some(1));
        tree.tried(0, 1).visits += 1;
        assert_eq!(tree.favourite().map(|way| way.id), Some(20));
        tree.tried(0, 1).dead = true;
        assert_eq!(tree.favourite().map(|way| way.id), Some(21));
    }

    #[test]
    fn a_way_with_a_bad_end_is_tried_again_however_little_differs() {
        let mut tree = two();
        for _ in 0..1_000 {
            assert!(tree.visit(0, 1));
            let which = tree.next(0, &[10, 20], 0.01).expect("a way");
            tree.tried(0, which).visits += 1;
        }
        assert!(tree.tried(0, 1).visits > 100, "{}", tree.tried(0, 1).visits);
    }

    #[test]
    fn further_looks_add_what_is_new() {
        let mut tree = two();
        assert!(!tree.looks(0));
        for _ in 1..LOOKS_APART {
            assert!(tree.visit(0, 1));
        }
        assert!(tree.looks(0));
        tree.add(0, vec![way(200, &[20]), way(100, &[30])]);
        assert_eq!(tree.next(0, &[30], 1.0), Some(2));
        assert!(!tree.visit(0, 2), "another question");
    }
}
