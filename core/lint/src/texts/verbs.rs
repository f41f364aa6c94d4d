//! The words of a language for directions, triggers and actions.

/// The direction of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// To the player.
    In,
    /// From the player.
    Out,
}

impl Way {
    /// The opposite direction, for what is given in exchange.
    pub fn back(self) -> Self {
        match self {
            Self::In => Self::Out,
            Self::Out => Self::In,
        }
    }
}

/// The words of a language for parsing clauses. A stem matches all words that begin with it.
#[derive(Debug)]
pub(super) struct Verbs {
    /// Stems of verbs of gaining.
    gain: &'static [&'static str],
    /// Stems of verbs of paying or losing.
    pay: &'static [&'static str],
    /// Words that introduce a trigger at the beginning of a sentence.
    pub heads: &'static [&'static [&'static str]],
    /// What opens it at the beginning, and may open a condition as well.
    pub if_heads: &'static [&'static str],
    /// Stems of words that open the telling of a price.
    price: &'static [&'static str],
    /// Words that introduce a trigger anywhere in a sentence.
    pub inner_heads: &'static [&'static [&'static str]],
    /// Words between the two sides of an exchange.
    pub exchange: &'static [&'static str],
    /// Words between the parts of a list.
    pub between: &'static [&'static str],
    /// Words after which a number has no name.
    pub ends: &'static [&'static str],
    /// Words that turn the next number into a bound or a measure.
    pub bounds: &'static [&'static str],
    /// Words that turn a part into a condition or a comparison.
    pub conditions: &'static [&'static str],
    /// For each action of `DONE`: the stems of its words.
    done: [&'static [&'static str]; DONE.len()],
}

/// Common player actions, as the English stems used in ids.
const DONE: [&[&str]; 12] = [
    &["build", "built"],
    &["gather"],
    &["gain"],
    &["sell", "sold", "sale"],
    &["buy", "bought"],
    &["draw", "drew"],
    &["play"],
    &["produc"],
    &["trade", "trading"],
    &["harvest"],
    &["discard"],
    &["feast"],
];

pub(super) const ENGLISH: Verbs = Verbs {
    gain: &["gain", "get", "receiv", "earn", "take"],
    pay: &["pay", "lose", "losing", "spend", "cost"],
    heads: &[&["when"], &["as", "soon", "as"]],
    if_heads: &["if"],
    price: &["cost"],
    inner_heads: &[&["whenever"], &["each", "time"], &["every", "time"]],
    exchange: &["for"],
    between: &["and", "or", "then"],
    ends: &["for", "from", "per", "each", "every", "to", "with", "if", "in", "than", "instead"],
    bounds: &["to", "most", "least", "each", "every", "per", "other", "than", "of"],
    conditions: &["if", "unless", "have", "has", "had", "instead", "less", "fewer", "than"],
    done: DONE,
};

pub(super) const FRENCH: Verbs = Verbs {
    gain: &["gagn", "reçoi", "recev", "obten", "obtien", "pren", "rapport"],
    pay: &["pay", "perd", "dépens", "coût"],
    heads: &[
        &["quand"],
        &["lorsque"],
        &["dès", "que"],
        &["à", "la"],
        &["lors", "de"],
        &["lors", "d"],
    ],
    if_heads: &["si"],
    price: &["coût"],
    inner_heads: &[&["chaque", "fois", "que"], &["chaque", "fois", "qu"]],
    exchange: &["pour", "contre"],
    between: &["et", "ou", "puis"],
    ends: &["pour", "contre", "par", "chaque", "à", "avec", "si", "dans", "que", "lieu"],
    bounds: &["à", "plus", "moins", "chaque", "par", "que", "maximum", "minimum", "tous", "toutes"],
    conditions: &["si", "sauf", "avez", "a", "lieu", "moins"],
    done: [
        &["constru", "bâti"],
        &["récolt", "ramass", "cueill"],
        &["gagn"],
        &["vend", "vent"],
        &["achet", "achat"],
        &["pioch"],
        &["jou"],
        &["produi", "product"],
        &["échang"],
        &["moisson"],
        &["défauss"],
        &["festoy", "festin"],
    ],
};

pub(super) const GERMAN: Verbs = Verbs {
    gain: &["erhalt", "erhält", "bekomm", "gewinn", "nimm", "nehm", "bring"],
    pay: &["zahl", "bezahl", "verlier", "kost"],
    heads: &[&["wenn"], &["sobald"], &["beim"]],
    if_heads: &["falls"],
    price: &["kost"],
    inner_heads: &[&["immer", "wenn"], &["jedes", "mal", "wenn"], &["jedesmal", "wenn"]],
    exchange: &["für", "gegen"],
    between: &["und", "oder", "dann"],
    ends: &[
        "für", "gegen", "je", "pro", "jede", "jeden", "jedes", "zu", "mit", "falls", "in", "als",
    ],
    bounds: &["zu", "bis", "höchstens", "mindestens", "je", "pro", "jede", "alle", "als", "von"],
    conditions: &["wenn", "falls", "hast", "hat", "haben", "statt", "anstatt", "weniger", "als"],
    done: [
        &["bau", "gebaut", "errichte"],
        &["sammel", "sammle", "gesammelt"],
        &["erhalt", "erhält", "bekomm", "gewinn"],
        &["verkauf"],
        &["kauf", "gekauft"],
        &["zieh", "gezogen"],
        &["spiel", "gespielt"],
        &["produzier", "produktion"],
        &["tausch", "getauscht", "handel"],
        &["ernte", "geerntet"],
        &["abwirf", "wirf", "abwerf"],
        &["feier", "gefeiert", "festmahl"],
    ],
};

impl Verbs {
    /// The direction of a verb, if known.
    pub fn way(&self, word: &str) -> Option<Way> {
        let begins = |stems: &[&str]| stems.iter().any(|stem| word.starts_with(stem));
        match (begins(self.gain), begins(self.pay)) {
            (true, _) => Some(Way::In),
            (_, true) => Some(Way::Out),
            _ => None,
        }
    }

    /// Whether a word tells a price.
    pub fn is_price(&self, word: &str) -> bool {
        self.price.iter().any(|stem| word.starts_with(stem))
    }

    /// Whether a word tells what players do.
    pub fn is_deed(&self, word: &str) -> bool {
        self.done.iter().flat_map(|stems| stems.iter()).any(|stem| word.starts_with(stem))
    }

    /// Whether a word of this language and a word of an id mean the same action.
    pub fn same_deed(&self, word: &str, of_id: &str) -> bool {
        let begins = |stems: &[&str], word: &str| stems.iter().any(|stem| word.starts_with(stem));
        DONE.iter().zip(self.done).any(|(id, own)| begins(id, of_id) && begins(own, word))
    }
}
