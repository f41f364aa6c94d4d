//! The search tree: what was tried after what, how often, and what came of it.

/// A tree; the first node is the decision at hand.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

/// A decision: options that were met there. Which of them are offered differs from deal to deal.
#[derive(Default)]
struct Node {
    question: u64,
    visits: u32,
    tried: Vec<Tried>,
}

/// An option that was tried.
pub(super) struct Tried {
    pub key: u64,
    /// What follows.
    pub node: u32,
    /// How often it was taken.
    pub visits: u32,
    /// How often it could have been taken.
    pub offered: u32,
    /// What came of it, summed, for the seat that took it.
    pub total: f64,
    /// What it was expected to bring compared with the best, before it was tried.
    pub prior: f64,
    /// Leads into a dead end.
    pub dead: bool,
}

/// What to do next at a node.
pub(super) enum Next {
    /// Go where somebody went before: the option by its place, and what was tried.
    Known(usize, usize),
    /// Try one of the options that were not tried yet.
    New,
    /// Nothing can be taken.
    Nothing,
}

/// How much is made of what was tried little, in standard deviations.
const CURIOSITY: f64 = 0.7;
/// How much is made of what was expected, as long as little was tried.
const EXPECTED: f64 = 3.0;
/// How many options are tried at once; further ones as the visits grow.
const WIDE: f64 = 6.0;
/// How fast further options are tried: times the root of the visits.
const WIDEN: f64 = 1.5;

impl Tree {
    /// An empty tree for a question.
    pub fn begin(&mut self, question: u64) {
        self.nodes.clear();
        self.nodes.push(Node { question, ..Node::default() });
    }

    /// Keeps what follows an option of the first node, if it is the question asked now.
    pub fn follow(&mut self, key: u64, question: u64) -> bool {
        let Some(root) = self.nodes.first() else { return false };
        let Some(tried) = root.tried.iter().find(|tried| tried.key == key) else { return false };
        let at = tried.node as usize;
        if self.nodes.get(at).is_none_or(|node| node.question != question) {
            return false;
        }
        let mut kept: Vec<Node> = vec![std::mem::take(&mut self.nodes[at])];
        let mut next = 0;
        while next < kept.len() {
            for which in 0..kept[next].tried.len() {
                let old = kept[next].tried[which].node as usize;
                kept[next].tried[which].node = kept.len() as u32;
                let node = std::mem::take(&mut self.nodes[old]);
                kept.push(node);
            }
            next += 1;
        }
        self.nodes = kept;
        true
    }

    /// Notes what the options of the first node are expected to bring.
    pub fn expect(&mut self, keys: &[u64], priors: &[f64]) {
        let Some(root) = self.nodes.first_mut() else { return };
        for tried in &mut root.tried {
            let at = keys.iter().position(|key| *key == tried.key);
            tried.prior = at.and_then(|at| priors.get(at)).copied().unwrap_or(0.0);
        }
    }

    /// Says which question a node is about; false if it was about another one before.
    pub fn is_about(&mut self, node: usize, question: u64) -> bool {
        let node = &mut self.nodes[node];
        if node.visits == 0 && node.tried.is_empty() {
            node.question = question;
        }
        node.question == question
    }

    /// Chooses among the options offered at a node; `spread` is the standard deviation of what
    /// comes of things.
    pub fn next(&mut self, node: usize, keys: &[u64], spread: f64) -> Next {
        let node = &mut self.nodes[node];
        node.visits += 1;
        let mut best: Option<(f64, usize, usize)> = None;
        let (mut n_met, mut n_dead) = (0, 0);
        for (which, tried) in node.tried.iter_mut().enumerate() {
            let Some(at) = keys.iter().position(|key| *key == tried.key) else { continue };
            n_met += 1;
            if tried.dead {
                n_dead += 1;
                continue;
            }
            tried.offered += 1;
            let visits = f64::from(tried.visits.max(1));
            let doubt = (logarithm(tried.offered) / visits).sqrt();
            let hope = tried.total / visits / spread
                + CURIOSITY * doubt
                + EXPECTED * tried.prior / spread / (1.0 + visits);
            if best.is_none_or(|(most, ..)| hope > most) {
                best = Some((hope, at, which));
            }
        }
        let wide = (WIDEN * f64::from(node.visits).sqrt()).max(WIDE);
        let more = n_met < keys.len() && f64::from(n_met as u32 - n_dead) < wide;
        match best {
            _ if more => Next::New,
            Some((_, at, which)) => Next::Known(at, which),
            None if n_met < keys.len() => Next::New,
            None => Next::Nothing,
        }
    }

    /// Whether an option was tried at a node.
    pub fn knows(&self, node: usize, key: u64) -> bool {
        self.nodes[node].tried.iter().any(|tried| tried.key == key)
    }

    /// Adds an option that is tried for the first time; gives which one it is.
    pub fn add(&mut self, node: usize, key: u64) -> usize {
        let next = self.nodes.len() as u32;
        self.nodes.push(Node::default());
        let tried =
            Tried { key, node: next, visits: 0, offered: 1, total: 0.0, prior: 0.0, dead: false };
        self.nodes[node].tried.push(tried);
        self.nodes[node].tried.len() - 1
    }

    /// What was tried at a node.
    pub fn tried(&mut self, node: usize, which: usize) -> &mut Tried {
        &mut self.nodes[node].tried[which]
    }

    /// The option of the first node that was taken most often: its place among these.
    pub fn favourite(&self, keys: &[u64]) -> Option<usize> {
        let tried = self.nodes.first()?.tried.iter().filter(|tried| !tried.dead);
        let among = tried.filter_map(|tried| {
            let at = keys.iter().position(|key| *key == tried.key)?;
            Some((tried.visits, tried.total / f64::from(tried.visits.max(1)), at))
        });
        let better = |one: &(u32, f64, usize), other: &(u32, f64, usize)| {
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        };
        among.max_by(better).map(|(.., at)| at)
    }
}

/// The natural logarithm, nearly, and the same on every machine.
fn logarithm(n: u32) -> f64 {
    let n = n.max(1);
    let whole = n.ilog2();
    let rest = f64::from(n) / f64::from(1_u32 << whole) - 1.0;
    (f64::from(whole) + rest) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_near_enough() {
        for n in [1, 2, 3, 10, 1_000, u32::MAX] {
            assert!((logarithm(n) - f64::from(n).ln()).abs() < 0.07, "{n}");
        }
    }

    #[test]
    fn what_follows_a_choice_is_kept() {
        let mut tree = Tree::default();
        tree.begin(1);
        let (first, second) = (tree.add(0, 10), tree.add(0, 20));
        tree.tried(0, first).visits = 3;
        let node = tree.tried(0, second).node as usize;
        assert!(tree.is_about(node, 2));
        let deeper = tree.add(node, 30);
        tree.tried(node, deeper).visits = 7;
        assert!(!tree.follow(10, 2), "nothing is known of what follows");
        assert!(!tree.follow(20, 3), "another question");
        assert!(tree.follow(20, 2));
        assert_eq!(tree.favourite(&[30]), Some(0));
        assert_eq!(tree.tried(0, 0).visits, 7);
    }
}
