//! `why`: explains what is not offered, why a number is what it is, and why something happened.

use boardwright_phrases::Language;
use boardwright_play::session::why::{Answer, Cause, Effect, Meaning, Place, Reply, Whose};
use boardwright_rules::def::part::{CounterDef, Scope};
use boardwright_rules::id::{CounterId, SeatId};

use super::turn::Playing;
use crate::fail::Done;
use crate::io::{Ink, Io, ink};
use crate::table::{self, Choice};

/// The maximum number of changes of a number listed; the rest are summed up.
const CHANGES_MAX: usize = 6;
/// The same for a number within an answer.
const PARTS_MAX: usize = 4;
/// Phrases that ask for the latest event.
const LAST: &[&str] = &[
    "last",
    "that",
    "this",
    "did that happen",
    "letzte",
    "letztes",
    "das",
    "dernier",
    "dernière",
    "cela",
];
/// Phrases that ask for the latest event of the asking seat.
const MINE: &[&str] = &["did i get that", "did i get this", "did i lose that", "did i lose this"];
/// The maximum number of meanings listed.
const MEANINGS_MAX: usize = 12;
/// Prefixes that ask for all changes of a number.
const ALL: &[&str] = &["all ", "alle ", "tout "];

/// The subject of a question.
#[derive(PartialEq, Eq, Debug)]
enum Asked<'t> {
    /// The options not offered.
    Options,
    /// The n-th last event, of anybody or of the asking seat.
    Last(usize, Whose),
    /// The option with this number, or numbers on the table that come to it.
    Number(i32),
    /// An option or a number, and whether all changes are wanted.
    Thing(&'t str, bool),
}

/// Parses the words after `why`.
fn asked(typed: Option<&str>) -> Asked<'_> {
    let Some(typed) = typed.map(|it| it.trim().trim_end_matches('?').trim_end()) else {
        return Asked::Options;
    };
    let lower = typed.to_lowercase();
    if lower.is_empty() || lower == "not" {
        return Asked::Options;
    }
    if let Ok(n) = lower.parse() {
        return Asked::Number(n);
    }
    if MINE.contains(&lower.as_str()) {
        return Asked::Last(1, Whose::Mine);
    }
    for last in LAST {
        match lower.strip_prefix(last).map(str::trim) {
            Some("") => return Asked::Last(1, Whose::Anyones),
            Some(n) if let Ok(n) = n.parse() => return Asked::Last(n, Whose::Anyones),
            _ => {}
        }
    }
    let all = ALL.iter().find(|all| lower.starts_with(*all));
    match all.and_then(|all| typed.get(all.len()..)) {
        Some(rest) => Asked::Thing(rest.trim(), true),
        None => Asked::Thing(typed, false),
    }
}

impl Playing<'_> {
    /// Answers `why`.
    pub(super) fn why(
        &self,
        seat: SeatId,
        choices: &[Choice],
        typed: Option<&str>,
        io: &mut Io,
    ) -> Done<()> {
        let text = match asked(typed) {
            Asked::Options => {
                let mut text = self.left_out(choices, None, io);
                text.push_str(&self.hints(io));
                text
            }
            Asked::Last(n, whose) => {
                self.replied(&self.session.why_last(seat, n, whose), false, io)
            }
            Asked::Number(n) => {
                let at = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
                let option =
                    at.and_then(|at| choices.get(at)).filter(|_| self.is_numbered(choices));
                match option.map(|it| it.text.as_str()) {
                    Some(option) => self.why_thing(seat, choices, (option, false), io),
                    None => match self.session.why_equal(seat, n) {
                        Reply::Unknown(_) => {
                            let phrase = "no number that you can see is {0} now";
                            format!("  {}\n", self.language().say(phrase, &[&n]))
                        }
                        reply => self.replied(&reply, false, io),
                    },
                }
            }
            Asked::Thing(wanted, all) => self.why_thing(seat, choices, (wanted, all), io),
        };
        write!(io.out, "{text}")?;
        Ok(())
    }

    /// Whether options go by their numbers.
    fn is_numbered(&self, choices: &[Choice]) -> bool {
        let texts: Vec<&str> = choices.iter().map(|it| it.text.as_str()).collect();
        table::numbered(&texts)
    }

    /// Suggestions for further questions.
    fn hints(&self, io: &Io) -> String {
        let def = &self.session.game.def;
        let shown = |(at, it): &(usize, &CounterDef)| {
            it.scope == Scope::Seat && !def.is_quiet_counter(CounterId::from(*at))
        };
        let first = def.counters.iter().enumerate().find(shown);
        let name = first.map_or("score".to_owned(), |(_, it)| it.named.name().to_lowercase());
        let number = "`why {0}`: why a number on the table is what it is";
        let number = self.language().say(number, &[&name]);
        let last = self.language().word("`why last`: why something happened");
        let line = |hint: &str| format!("  {}\n", io.ink(Ink::Dim, hint));
        format!("{}{}", line(&number), line(last))
    }

    fn why_thing(
        &self,
        seat: SeatId,
        choices: &[Choice],
        (wanted, all): (&str, bool),
        io: &Io,
    ) -> String {
        let lower = wanted.to_lowercase();
        let is_it = |name: &str| name.to_lowercase() == lower;
        let offered = choices.iter().position(|it| is_it(&it.text) || is_it(&it.name));
        let left_out = self.session.not_offered();
        let closed = left_out.iter().any(|it| is_it(&it.option) || is_it(&it.name));
        let reply = self.session.why_number(seat, wanted);
        let is_option = offered.is_some() || closed;
        match &reply {
            Reply::Unknown(near) if !is_option => {
                let wider = left_out.iter().any(|it| {
                    let name = if it.name.is_empty() { &it.option } else { &it.name };
                    it.option.to_lowercase().starts_with(&lower)
                        || name.to_lowercase().contains(&lower)
                });
                match near {
                    _ if wider => self.left_out(choices, Some(wanted), io),
                    Some(near) => {
                        let phrase = "nothing is called `{0}`; similar is `{1}`";
                        format!("  {}\n", self.language().say(phrase, &[&wanted, near]))
                    }
                    None => self.left_out(choices, Some(wanted), io),
                }
            }
            _ if !is_option => self.replied(&reply, all, io),
            _ => {
                let mut text = self.left_out(choices, Some(wanted), io);
                if let Some(answer) = offered.and_then(|at| self.session.why_option(at))
                    && !answer.causes.is_empty()
                {
                    text.push_str(&shown(self.language(), &answer, all, io));
                }
                // An option and a number may have the same name.
                if let Reply::Answer(answer) = &reply {
                    text.push_str(&shown(self.language(), answer, all, io));
                }
                text
            }
        }
    }

    pub(super) fn left_out(&self, choices: &[Choice], wanted: Option<&str>, io: &Io) -> String {
        let (left_out, names) = (self.session.not_offered(), self.closed());
        table::not_offered(self.language(), &left_out, &names, choices, wanted, io.colour)
    }

    fn replied(&self, reply: &Reply, all: bool, io: &Io) -> String {
        let language = self.language();
        match reply {
            Reply::Answer(answer) => {
                let mut text = shown(self.language(), answer, all, io);
                let n_changes = changes(&answer.causes).count();
                if !all && n_changes > CHANGES_MAX {
                    let hint = language.word("`why all ...` shows every change");
                    text.push_str(&format!("  {}\n", io.ink(Ink::Dim, hint)));
                }
                text
            }
            Reply::Refused(reason) => format!("  {reason}\n"),
            Reply::Unknown(_) => String::new(),
            Reply::Which(meanings) => {
                let mut text = format!("  {}\n", language.word("which of these?"));
                let (listed, more) = match meanings.get(..MEANINGS_MAX) {
                    Some(listed) => (listed, meanings.len() - MEANINGS_MAX),
                    None => (meanings.as_slice(), 0),
                };
                let wide = listed.iter().map(|it| table::len(&it.ask)).max().unwrap_or(0);
                for Meaning { told, ask } in listed {
                    let ask = ink(io.colour, Ink::Key, format!("why {}", table::pad(ask, wide)));
                    text.push_str(&format!("    {ask}  {told}\n"));
                }
                if more > 0 {
                    let more = language.say("... and {0} more", &[&more]);
                    text.push_str(&format!("    {}\n", io.ink(Ink::Dim, more)));
                }
                text
            }
        }
    }
}

/// The causes that changed a number.
fn changes(causes: &[Cause]) -> impl Iterator<Item = (i32, i32)> {
    causes.iter().filter_map(|cause| match cause.effect {
        Effect::By { by, to } => Some((by, to)),
        _ => None,
    })
}

/// An answer in rows.
fn shown(language: Language, answer: &Answer, all: bool, io: &Io) -> String {
    let mut rows = Rows { text: String::new(), width: io.around.columns(), language, io };
    rows.row(2, &answer.about, Ink::Head);
    let most = if all { usize::MAX } else { CHANGES_MAX };
    rows.causes(&answer.causes, 2, most);
    rows.text
}

/// Rows of text no wider than the screen.
struct Rows<'i, 'o> {
    text: String,
    width: usize,
    language: Language,
    io: &'i Io<'o>,
}

impl Rows<'_, '_> {
    fn row(&mut self, indent: usize, text: &str, kind: Ink) {
        for row in table::wrapped(text, self.width.saturating_sub(indent)) {
            let row = self.io.ink(kind, row);
            self.text.push_str(&format!("{}{row}\n", table::blanks(indent)));
        }
    }

    /// Causes, latest first. Changes beyond the first ones are summed up.
    fn causes(&mut self, causes: &[Cause], indent: usize, most: usize) {
        let n_changes = changes(causes).count();
        let hidden = n_changes.saturating_sub(most);
        let effects: Vec<String> = causes.iter().map(effect).collect();
        let wide = effects.iter().map(|it| it.chars().count()).max().unwrap_or(0);
        let mut shown = 0;
        for (at, (cause, effect)) in causes.iter().zip(&effects).enumerate() {
            if matches!(cause.effect, Effect::By { .. }) {
                shown += 1;
                if shown == most + 1 && hidden > 0 {
                    self.summed(causes, indent, most);
                }
                if shown > most {
                    continue;
                }
            }
            // If several pieces moved for one reason, show it once, below the last.
            let next = causes
                .get(at + 1)
                .filter(|next| cause.effect == Effect::None && is_alike(cause, next))
                .filter(|_| cause.parts.is_empty());
            self.cause(cause, (effect, next.is_none()), indent, wide);
        }
    }

    fn summed(&mut self, causes: &[Cause], indent: usize, most: usize) {
        let rest: Vec<i32> = changes(causes).skip(most).map(|(by, _)| by).collect();
        let up: i32 = rest.iter().filter(|by| **by > 0).sum();
        let down: i32 = rest.iter().filter(|by| **by < 0).sum();
        let sums = [(up, '+'), (down, '−')].into_iter().filter(|(sum, _)| *sum != 0);
        let sums = sums.map(|(sum, sign)| format!("{sign}{}", sum.unsigned_abs()));
        let sums = sums.collect::<Vec<_>>().join(" ");
        let text = self.language.say("... and {0} more before: {1}", &[&rest.len(), &sums]);
        self.row(indent, &text, Ink::Dim);
    }

    fn cause(
        &mut self,
        cause: &Cause,
        (effect, says_why): (&str, bool),
        indent: usize,
        wide: usize,
    ) {
        let gap = if wide > 0 { wide + 2 } else { 0 };
        let mut text = cause.text.clone();
        if let Some(amount) = &cause.amount {
            text.push_str(&format!(": {amount}"));
        }
        let chain: Vec<&str> = chain(cause).collect();
        let mut more = chain.iter().map(|it| format!("‹ {it}")).collect::<Vec<_>>().join(" ");
        if !cause.when.is_empty() {
            more.push_str(&format!(" ({})", cause.when));
        }
        let place = cause.place.as_ref().map(|Place { file, line }| format!("{file}:{line}"));
        let inner = self.width.saturating_sub(indent + gap);
        let first = table::wrapped(&text, inner);
        for (n, row) in first.iter().enumerate() {
            let pad = if n == 0 { table::pad_left(effect, wide) } else { table::blanks(wide) };
            let pad = self.io.ink(Ink::Key, pad);
            let between = if wide > 0 { "  " } else { "" };
            self.text.push_str(&format!("{}{pad}{between}{row}", table::blanks(indent)));
            // The place follows if there is room.
            let last = n + 1 == first.len();
            if let (true, true, Some(place)) = (last && says_why, more.is_empty(), &place)
                && row.chars().count() + 2 + place.chars().count() <= inner
            {
                self.text.push_str(&format!("  {}", self.io.ink(Ink::Dim, place)));
            }
            self.text.push('\n');
        }
        let tail = first.last().map_or(0, |row| row.chars().count());
        let fits = |place: &String| tail + 2 + place.chars().count() <= inner;
        if !says_why {
            return;
        }
        if let Some(place) = place.filter(|it| !more.is_empty() || !fits(it)) {
            more = format!("{}  {place}", more.trim_start()).trim_start().to_owned();
        }
        if !more.is_empty() {
            self.row(indent + gap, more.trim_start(), Ink::Dim);
        }
        self.causes(&cause.parts, indent + gap, PARTS_MAX);
    }
}

/// Whether two causes have the same reasons.
fn is_alike(one: &Cause, other: &Cause) -> bool {
    (one.effect, &one.place, &one.because) == (other.effect, &other.place, &other.because)
}

/// What led to a cause, nearest first.
fn chain(cause: &Cause) -> impl Iterator<Item = &str> {
    cause.because.iter().map(|it| it.text.as_str())
}

/// The effect of a cause on the number: `+2 → 5`.
fn effect(cause: &Cause) -> String {
    match cause.effect {
        Effect::None => String::new(),
        Effect::Is(number) => signed(number),
        Effect::By { by, to } => {
            let by = if by < 0 { signed(by) } else { format!("+{by}") };
            format!("{by} → {}", signed(to))
        }
    }
}

fn signed(number: i32) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", number.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::{Asked, Whose, asked};

    #[test]
    fn what_is_written_behind_why() {
        assert_eq!(asked(None), Asked::Options);
        assert_eq!(asked(Some(" ?")), Asked::Options);
        assert_eq!(asked(Some("last")), Asked::Last(1, Whose::Anyones));
        assert_eq!(asked(Some("did I get that?")), Asked::Last(1, Whose::Mine));
        assert_eq!(asked(Some("last 3")), Asked::Last(3, Whose::Anyones));
        assert_eq!(asked(Some("2")), Asked::Number(2));
        assert_eq!(asked(Some("my coal?")), Asked::Thing("my coal", false));
        assert_eq!(asked(Some("all p2 money")), Asked::Thing("p2 money", true));
        assert_eq!(asked(Some("lasting peace")), Asked::Thing("lasting peace", false));
    }
}
