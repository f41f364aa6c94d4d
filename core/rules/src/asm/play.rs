//! Plays an assembled game: what is asked, what is offered, what happens.

use super::words::Tok;
use super::{Does, Program, Sort};
use crate::def::Def;
use crate::def::ask::{Class, NotePart};
use crate::def::code::{Op, Pc};
use crate::def::expr::NIL;
use crate::def::part::Scope;
use crate::def::reads::Parts;
use crate::def::short::Shorts;
use crate::event::{Deaf, Event, GAPS_MAX, Origin, Sink};
use crate::id::{NoteId, PieceId, PlaceId};
use crate::machine::{Request, Why};
use crate::rng::Stream;
use crate::script::{ScriptAnswer, ScriptAsk, ScriptCall, ScriptOption, ScriptStep, Scripts};
use crate::table::{FiredOption, LeftOut, LeftOutReason, OptionMeaning, PaidPart, Refused, Table};
use crate::world::World;

/// How many answers may be tried to find out what can be completed.
const TRIALS: u32 = 20_000;
/// Follows the number of trials.
const TRIED: &str = " trials";
/// Test games are short: one with more questions does not end.
const QUESTIONS_MAX: usize = 60;

/// Runs the scripts of a text.
struct Host<'p>(&'p [Does]);

impl Scripts for Host<'_> {
    fn run(&self, _: &Def, _: &World, call: &ScriptCall<'_>) -> (ScriptAnswer, u64) {
        let does = &self.0[call.script.index()];
        let answer = match (does.asks, call.answers.first()) {
            _ if does.fails => ScriptAnswer::Failed("it does not work".into()),
            (Some(most), None) => {
                let options = (0..most).map(|n| ScriptOption::Thing(Class::Number, n)).collect();
                ScriptAnswer::Ask(ScriptAsk { seat: call.seat, label: String::new(), options })
            }
            (_, answer) => {
                let step = |proc| ScriptStep { proc, args: vec![] };
                let steps = does.steps.iter().copied().map(step).collect();
                ScriptAnswer::Done(steps, vec![answer.copied().unwrap_or(0)])
            }
        };
        (answer, 1)
    }
}

/// The events since the last choice.
#[derive(Default)]
struct Heard<'p> {
    code: &'p [Op],
    events: Vec<Event>,
    /// Whether choices became final, or something hidden was revealed.
    is_beyond: bool,
}

impl Sink for Heard<'_> {
    const LISTENS: bool = true;
    type Ahead = Deaf;
    fn ahead(&self) -> Deaf {
        Deaf
    }
    fn take(&mut self, _: Origin, event: Event) {
        self.is_beyond |= matches!(event, Event::Drew { .. } | Event::Shuffled { .. });
        self.events.push(event);
    }
    fn runs(&mut self, pc: Pc) {
        self.is_beyond |= self.code[pc as usize] == Op::Commit;
    }
}

/// The answers to give.
enum Answers {
    /// These, in order.
    Written(std::vec::IntoIter<String>),
    /// Random ones.
    Random(Stream),
}

impl Answers {
    fn of(toks: &[Tok]) -> Self {
        if let [Tok::Word(word), Tok::Number(seed)] = toks
            && word == "random"
        {
            return Self::Random(Stream::new(u64::from(seed.unsigned_abs()), "answers"));
        }
        let answers = toks.iter().map(|tok| match tok {
            Tok::Word(word) => word.clone(),
            Tok::Number(number) => number.to_string(),
            Tok::Text(text) => text.clone(),
            Tok::Sign(sign) => (*sign).into(),
        });
        Self::Written(answers.collect::<Vec<_>>().into_iter())
    }

    /// The index of the next option, or the answer that is not offered.
    fn next(&mut self, options: Vec<String>) -> Option<Result<usize, String>> {
        match self {
            Self::Random(stream) => Some(Ok(stream.below(options.len() as u32) as usize)),
            Self::Written(answers) => {
                let answer = answers.next()?;
                Some(options.iter().position(|option| *option == answer).ok_or(answer))
            }
        }
    }
}

/// The log of a game, line by line, and the laws it broke.
#[derive(Default, PartialEq, Eq, Debug)]
pub(super) struct Played {
    pub lines: Vec<String>,
    pub broken: Vec<String>,
}

impl Program {
    /// Plays a game with some answers. Checks that the game is the same with unshortened
    /// expressions, and with no room to store what look-ahead learns.
    pub(super) fn play(&self, answers: &[Tok], show: &[String]) -> Played {
        let mut played = self.play_with(&self.def.clone(), answers, show);
        // Only the number of trials may differ.
        let came = |played: &Played| -> Vec<String> {
            let line = |line: &String| match line.rsplit_once("; ") {
                Some((line, trials)) if trials.ends_with(TRIED) => line.to_owned(),
                _ => line.clone(),
            };
            played.lines.iter().map(line).collect()
        };
        let ours = came(&played);
        let mut plain = self.def.clone();
        plain.short = Shorts::plain(&plain);
        let forgetful = self.def.clone();
        forgetful.learned.keep_at_most(1);
        for (def, how) in [(&plain, "plain expressions"), (&forgetful, "no room to learn")] {
            let others = came(&self.play_with(def, answers, show));
            if others != ours {
                let (ours, others) = (ours.join("\n"), others.join("\n"));
                played.broken.push(format!("with {how} this comes of it:\n{others}\nnot\n{ours}"));
            }
        }
        played
    }

    fn play_with(&self, def: &Def, answers: &[Tok], show: &[String]) -> Played {
        let (host, mut played) = (Host(&self.scripts), Played::default());
        let mut heard = Heard { code: &def.code, ..Heard::default() };
        let table = Table::new(def, &host, 1, &mut heard);
        self.write_events(&heard.events, show, &mut played);
        let mut table = match table {
            Ok(table) => table,
            Err(refused) => {
                played.lines.push(self.refusal_text(refused));
                return played;
            }
        };
        let mut answers = Answers::of(answers);
        // Once final choices are taken back, other options lead to the same dead end.
        let mut excused = false;
        for _ in 0..QUESTIONS_MAX {
            if table.asked().is_none() {
                return played;
            }
            self.write_question(&table, show, &mut played);
            let options = table.options().iter().map(|it| self.option_text(&table, *it)).collect();
            let index = match answers.next(options) {
                Some(Ok(index)) => index,
                Some(Err(answer)) => {
                    played.broken.push(format!("`{answer}` is not offered"));
                    return played;
                }
                None => return played,
            };
            let answer = self.option_text(&table, table.options()[index]);
            played.lines.push(format!("> {answer}"));
            (heard.events, heard.is_beyond) = (vec![], false);
            let taken = table.try_choose(index, &mut heard);
            self.write_events(&heard.events, show, &mut played);
            if let Err(refused) = taken {
                played.lines.push(self.refusal_text(refused));
                let (Refused::Struck { why, .. } | Refused::DeadEnd(why)) = refused else {
                    return played;
                };
                excused |= why.is_fault() || heard.is_beyond || table.gave_up();
                if !excused {
                    played.broken.push(format!("`{answer}` was offered and leads nowhere"));
                }
                if matches!(refused, Refused::DeadEnd(_)) {
                    return played;
                }
            }
        }
        played.broken.push("this game does not end".into());
        played
    }

    fn write_events(&self, events: &[Event], show: &[String], played: &mut Played) {
        for event in events {
            let mut line = format!(">   {}", self.event_text(event));
            if show.iter().any(|what| what == "marks") {
                let mut parts = Parts::default();
                self.def.reads.mark(&self.def, event, &mut parts);
                let names = self.part_names(&parts).join(", ");
                line += &format!("; marks {}", if names.is_empty() { "nothing" } else { &names });
            }
            played.lines.push(line);
        }
    }

    /// Reports the current question, its options, and why the rest is not offered. Exhaustive
    /// search must find the same options.
    fn write_question(&self, table: &Table<'_>, show: &[String], played: &mut Played) {
        let Some((seat, request)) = table.asked() else { return };
        let wants = |what: &str| show.iter().any(|it| it == what);
        let word = match request {
            Request::Choose(_) => "choose",
            Request::Pick(_) => "pick",
            Request::PickSome(_) => "pick some",
            Request::Amount(_) => "amount",
            Request::YesNo(_) => "may",
            Request::Pay => "pay",
            Request::Order => "first",
            Request::OneOf => "one of",
            Request::Secret(_) => "secret",
            Request::Script(_) => "script",
        };
        let list = |options: &[i32]| {
            let texts: Vec<String> =
                options.iter().map(|option| self.option_text(table, *option)).collect();
            texts.join(", ")
        };
        let offered = table.options();
        let mut line = format!("> p{} {word}: {}", seat.0 + 1, list(offered));
        if table.range().is_some() {
            line += " and others";
        }
        if wants("tried") {
            line += &format!("; {}{TRIED}", table.tried());
        }
        played.lines.push(line);
        let (struck, left_out) = (table.struck(), table.left_out());
        for option in table.possible() {
            if offered.contains(&option) {
                continue;
            }
            let is_it = |it: &&LeftOut| it.option == Some(option);
            let why = match left_out.iter().find(is_it).map(|it| it.reason) {
                _ if struck.iter().any(|(it, _)| *it == option) => "it was taken back".into(),
                Some(LeftOutReason::Cannot(why)) => self.why_text(why),
                _ => "no reason".into(),
            };
            played.lines.push(format!(">   not {}: {why}", self.option_text(table, option)));
        }
        let Some(thorough) = table.options_thoroughly(TRIALS) else {
            played.lines.push(">   too much to try everything".into());
            return;
        };
        let (mut ours, mut others) = (offered.to_vec(), thorough.options);
        others.retain(|option| struck.iter().all(|(it, _)| it != option));
        ours.sort_unstable();
        others.sort_unstable();
        if ours != others {
            let all = list(&others);
            played.lines.push(format!(">   trying everything finds: {all}"));
            if !table.gave_up() {
                played.broken.push(format!("offered: {}; trying everything: {all}", list(&ours)));
            }
        }
    }

    fn option_text(&self, table: &Table<'_>, option: i32) -> String {
        let Some(meaning) = table.meanings(&[option]).pop() else { return String::new() };
        let named = |name: String, piece: Option<PieceId>| match piece {
            Some(piece) => format!("{name}@{}", self.name_of(Sort::Piece, piece.index())),
            None => name,
        };
        match meaning {
            OptionMeaning::Branch(menu, index) => self.def.menu(menu).branches[index].label.clone(),
            OptionMeaning::Offer(ability, piece) => {
                named(self.name_of(Sort::Ability, ability.index()), piece)
            }
            OptionMeaning::Thing(class, thing) => self.thing_text(class, thing),
            OptionMeaning::Fired(FiredOption { proc, ability, piece }) => match ability {
                Some(ability) => named(self.name_of(Sort::Ability, ability.index()), piece),
                None => named(self.name_of(Sort::Proc, proc.index()), piece),
            },
            OptionMeaning::Payment(parts) => {
                let part = |part: &PaidPart| {
                    let name = &self.def.counters[part.counter.index()].named.id;
                    named(format!("{} {name}", part.amount), part.piece)
                };
                let parts: Vec<String> = parts.iter().map(part).collect();
                if parts.is_empty() { "nothing".into() } else { parts.join(" + ") }
            }
            OptionMeaning::Words(words) => words,
            OptionMeaning::Nothing | OptionMeaning::Done => "done".into(),
        }
    }

    fn thing_text(&self, class: Class, thing: i32) -> String {
        let sort = match class {
            Class::Seat => Sort::Seat,
            Class::Piece => Sort::Piece,
            Class::Space => Sort::Space,
            Class::Entry => Sort::Entry,
            Class::Counter => Sort::Counter,
            Class::Place if thing >= 0 => return self.place_text(PlaceId(thing as u16)),
            Class::Truth => return if thing == 0 { "no" } else { "yes" }.into(),
            Class::Place | Class::Number | Class::Word(_) | Class::Cost(..) | Class::List(_) => {
                return thing.to_string();
            }
        };
        usize::try_from(thing).map_or("nil".into(), |thing| self.name_of(sort, thing))
    }

    fn place_text(&self, place: PlaceId) -> String {
        let place = self.def.places[place.index()];
        let zone = &self.def.zones[place.zone.index()];
        match self.holder_text(zone.scope, place.holder) {
            Some(holder) => format!("{}[{holder}]", zone.named.id),
            None => zone.named.id.clone(),
        }
    }

    fn holder_text(&self, scope: Scope, holder: i32) -> Option<String> {
        match scope {
            Scope::Table => None,
            Scope::Seat => Some(self.thing_text(Class::Seat, holder)),
            Scope::Piece(_) => Some(self.thing_text(Class::Piece, holder)),
            Scope::Space(_) => Some(self.thing_text(Class::Space, holder)),
            Scope::SeatSpace(_) => Some(holder.to_string()),
        }
    }

    fn event_text(&self, event: &Event) -> String {
        let seat = |seat: i32| self.thing_text(Class::Seat, seat);
        let piece = |piece: PieceId| self.name_of(Sort::Piece, piece.index());
        match *event {
            Event::Changed { cell, from, to } => match self.holder_of(cell) {
                Some((counter, holder)) => {
                    let counter = &self.def.counters[counter.index()];
                    let name = &counter.named.id;
                    match self.holder_text(counter.scope, holder as i32) {
                        Some(holder) => format!("{name}[{holder}] {from} -> {to}"),
                        None => format!("{name} {from} -> {to}"),
                    }
                }
                None => format!("cell {cell} {from} -> {to}"),
            },
            Event::Moved { piece: moved, from, to, slot, bottom } => {
                let (from, to) = (self.place_text(from), self.place_text(to));
                let slot = if slot > 0 { format!(" slot {slot}") } else { String::new() };
                let below = if bottom { " at the bottom" } else { "" };
                format!("{} {from} -> {to}{slot}{below}", piece(moved))
            }
            Event::Turned { piece: turned, face } => {
                format!("{} shows face {face}", piece(turned))
            }
            Event::Owned { piece: owned, seat: by } => {
                format!("{} owned by {}", piece(owned), seat(i32::from(by)))
            }
            Event::Controlled { piece: held, seat: by } => {
                format!("{} controlled by {}", piece(held), seat(i32::from(by)))
            }
            Event::Shuffled { place } => format!("{} is shuffled", self.place_text(place)),
            Event::Drew { stream, below, result } => {
                let stream = self.name_of(Sort::Stream, usize::from(stream));
                format!("drew {result} below {below} from {stream}")
            }
            Event::Began { period } => {
                format!("{} begins", self.name_of(Sort::Period, period.index()))
            }
            Event::Scored { line, seat: by, points } => {
                let line = self.name_of(Sort::Line, line.index());
                format!("{points} points for {} on {line}", seat(i32::from(by)))
            }
            Event::Modified { value, piece: by, to } => {
                let value = self.name_of(Sort::Value, value.index());
                format!("{value} is {to} by {}", piece(by))
            }
            Event::Noted { note, gaps } => format!("\"{}\"", self.note_text(note, &gaps)),
            Event::Ended => "over".into(),
        }
    }

    fn note_text(&self, note: NoteId, gaps: &[i32; GAPS_MAX]) -> String {
        let mut gaps = gaps.iter();
        let parts = self.def.notes[note.index()].parts.iter();
        let texts = parts.map(|part| match part {
            NotePart::Text(text) => text.clone(),
            NotePart::Gap(_, class) => {
                gaps.next().map_or(String::new(), |gap| self.thing_text(*class, *gap))
            }
        });
        texts.collect()
    }

    fn refusal_text(&self, refused: Refused) -> String {
        match refused {
            Refused::DeadEnd(why) => format!("> dead end: {}", self.why_text(why)),
            Refused::Struck { why, back } => {
                let back = if back > 0 { format!(" with {back} before it") } else { String::new() };
                format!("> dead end, taken back{back}: {}", self.why_text(why))
            }
            refused => format!("> {refused}"),
        }
    }

    fn why_text(&self, why: Why) -> String {
        let gaps = [NIL; GAPS_MAX];
        let reason = match why {
            Why::Short { counter, needs, has, .. } => {
                let name = &self.def.counters[counter.index()].named.id;
                format!("{needs} {name} needed, {has} there")
            }
            Why::Nothing { .. } => "nothing to choose from".into(),
            Why::Required { note, gaps, .. } => format!("\"{}\"", self.note_text(note, &gaps)),
            Why::Unexpected { note, .. } => {
                format!("against what is expected: \"{}\"", self.note_text(note, &gaps))
            }
            Why::Full { place, .. } => format!("{} is full", self.place_text(place)),
            Why::Twice { place, .. } => format!("{} has one like it", self.place_text(place)),
            Why::NoPiece { .. } => "no such piece".into(),
            Why::Nowhere { .. } => "no such container".into(),
            Why::TooDeep { .. } => "too deep".into(),
            Why::TooLong { .. } => "too long".into(),
            Why::NobodyDecides { .. } => "nobody decides".into(),
            Why::ScriptFailed { .. } => "the script failed".into(),
        };
        format!("{reason}, at `{}`", self.op_text(why.pc()))
    }
}
