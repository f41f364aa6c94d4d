//! Fits the table into a window: the most important parts in full, the rest in short or only by
//! name.

use boardwright_play::game::Game;
use boardwright_rules::def::show::PanelDef;
use boardwright_rules::id::SeatId;
use boardwright_rules::world::World;

use super::draw::{Look, Rows, TablePart, by_itself};
use super::panel::Frame;
use super::things::{Seen, name};
use super::width::{len, lines, pad, plain};
use crate::io::{Ink, ink};

/// The separator of parts in short form.
const BETWEEN: &str = " · ";
/// The gap between two columns of the table.
const GAP: usize = 2;
/// The minimum width of a column; the table has two columns if both are this wide.
const COLUMN_MIN: usize = 66;

/// A table fitted to a window.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fitted {
    /// Its rows.
    pub rows: Vec<String>,
    /// The names of the parts that do not fit.
    pub left_out: Vec<String>,
    /// Whether its last rows are missing.
    pub is_cut: bool,
}

/// The form of a panel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Form {
    /// Only its name.
    Named,
    /// In short.
    Short,
    /// The same, with what is printed on the pieces.
    Told,
    /// In full, as when it is requested.
    Full,
}

/// A panel in all its forms.
struct Sheet<'d> {
    panel: &'d PanelDef,
    /// The short form after the title, in one long row.
    short: String,
    /// The same with what is printed on the pieces, if the pack wants their texts.
    told: Option<String>,
    full: Vec<String>,
    /// The full form in one of two columns, if there are two.
    slim: Vec<String>,
    form: Form,
}

/// A table that can be drawn in several sizes.
pub struct Fitting<'d> {
    look: Look<'d>,
    sheets: Vec<Sheet<'d>>,
    /// The table of a pack that does not say how it is shown, from large to small: with the texts of
    /// pieces, in full, with bare names, and without what is empty.
    plain: Vec<Vec<String>>,
}

impl<'d> Fitting<'d> {
    /// The table as one seat sees it.
    pub fn new(game: &'d Game, world: &World, seat: SeatId, look: Look<'d>) -> Self {
        let seen = Seen::new(game, world, seat);
        let in_short = seen.in_short();
        let panels = &game.def.show.panels;
        if panels.is_empty() {
            let rows = |seen: &Seen, which: Rows| -> Vec<String> {
                by_itself(seen, TablePart::Main, look, which).lines().map(str::to_owned).collect()
            };
            let plain = vec![
                rows(&seen.with_texts(), Rows::All),
                rows(&seen, Rows::All),
                rows(&in_short, Rows::All),
                rows(&in_short, Rows::Used),
            ];
            return Self { look, sheets: vec![], plain };
        }
        let column = look.width.saturating_sub(GAP) / 2;
        let full = |panel, width| -> Vec<String> {
            let frame = Frame { seen: &seen, of: seat, width, colour: look.colour };
            frame.panel(panel).lines().map(str::to_owned).collect()
        };
        let sheet = |panel: &'d PanelDef| {
            let frame = Frame { seen: &in_short, of: seat, width: look.width, colour: look.colour };
            let short = frame.short(panel).join(BETWEEN);
            let told = panel.rules.then(|| frame.with_texts(panel).join(BETWEEN));
            let slim = if column >= COLUMN_MIN { full(panel, column) } else { vec![] };
            Sheet { panel, short, told, full: full(panel, look.width), slim, form: Form::Named }
        };
        Self { look, sheets: panels.iter().map(sheet).collect(), plain: vec![] }
    }

    /// How many rows the essential parts need.
    pub fn needed(&self) -> usize {
        if let Some(bare) = self.plain.last() {
            return bare.len();
        }
        let main = || self.sheets.iter().filter(|it| it.panel.main);
        let first = main().any(|it| it.panel.priority > 0);
        let needed = main().filter(|it| !first || it.panel.priority > 0);
        self.in_short(needed).len()
    }

    /// How many rows everything needs that people would like to see at every turn.
    pub fn wanted(&mut self) -> usize {
        if let Some(full) = self.plain.get(1) {
            return full.len();
        }
        self.sheets.iter_mut().for_each(|it| {
            it.form = if it.is_wanted() { Form::Full } else { Form::Named };
        });
        self.rows().len()
    }

    /// The table in at most `room` rows.
    pub fn within(&mut self, room: usize) -> Fitted {
        if let Some(bare) = self.plain.last() {
            let rows = self.plain.iter().find(|rows| rows.len() <= room).unwrap_or(bare);
            let is_cut = rows.len() > room;
            let rows = rows.iter().take(room).cloned().collect();
            return Fitted { rows, is_cut, left_out: vec![] };
        }
        self.sheets.iter_mut().for_each(|it| {
            it.form = if it.is_wanted() { Form::Short } else { Form::Named };
        });
        while self.rows().len() > room {
            let least = self.sheets.iter_mut().filter(|it| it.form == Form::Short);
            // Among equal priorities, the last one.
            let Some(least) = least.rev().min_by_key(|it| it.panel.priority) else { break };
            least.form = Form::Named;
        }
        let mut by_weight: Vec<usize> = (0..self.sheets.len()).collect();
        by_weight.sort_by_key(|at| self.sheets.get(*at).map(|it| -it.panel.priority));
        // What is printed on the pieces goes before rows of their own for what can be read as it is.
        let steps = [
            (true, Form::Short),
            (true, Form::Told),
            (true, Form::Full),
            (false, Form::Full),
            (false, Form::Told),
            (false, Form::Short),
        ];
        for (wanted, form) in steps {
            for at in &by_weight {
                let sheet = self.sheets.get_mut(*at);
                let smaller = |it: &&mut Sheet| {
                    let is_there = form != Form::Told || it.told.is_some();
                    it.is_wanted() == wanted && it.form < form && is_there
                };
                let Some(sheet) = sheet.filter(smaller) else { continue };
                let before = std::mem::replace(&mut sheet.form, form);
                if self.rows().len() > room
                    && let Some(sheet) = self.sheets.get_mut(*at)
                {
                    sheet.form = before;
                }
            }
        }
        let left_out = self.sheets.iter().filter(|it| it.form == Form::Named && !it.is_empty());
        let (main, other): (Vec<_>, Vec<_>) = left_out.partition(|it| it.panel.main);
        let names = main.iter().chain(&other).map(|it| name(&it.panel.named).to_owned());
        Fitted { left_out: names.collect(), rows: self.rows(), is_cut: false }
    }

    /// The rows of the table in its current form: in two columns if that is shorter.
    fn rows(&self) -> Vec<String> {
        let rows = self.one_column();
        let slim = || self.sheets.iter().any(|it| it.form == Form::Full && !it.slim.is_empty());
        if !slim() {
            return rows;
        }
        let beside = self.two_columns();
        if beside.len() < rows.len() { beside } else { rows }
    }

    fn one_column(&self) -> Vec<String> {
        let mut rows = vec![];
        let mut few: Vec<&Sheet> = vec![];
        for sheet in &self.sheets {
            match sheet.form {
                Form::Named => {}
                Form::Short | Form::Told => few.push(sheet),
                Form::Full => {
                    rows.extend(self.in_short(few.drain(..)));
                    rows.extend(sheet.full.iter().cloned());
                }
            }
        }
        rows.extend(self.in_short(few.drain(..)));
        rows
    }

    /// Full panels in two columns, short ones below.
    fn two_columns(&self) -> Vec<String> {
        let of_full = |is_full: bool| {
            let drawn = self.sheets.iter().filter(|it| it.form > Form::Named);
            drawn.filter(move |it| (it.form == Form::Full) == is_full)
        };
        let height = |sheets: &[&Sheet]| sheets.iter().map(|it| it.slim.len()).sum::<usize>();
        let full: Vec<&Sheet> = of_full(true).collect();
        let higher = |at: &usize| {
            let (left, right) = full.split_at(*at);
            height(left).max(height(right))
        };
        let at = (0..=full.len()).min_by_key(higher).unwrap_or(0);
        let (left, right) = full.split_at(at);
        let side = |sheets: &[&Sheet]| -> Vec<String> {
            sheets.iter().flat_map(|it| it.slim.iter().cloned()).collect()
        };
        let (left, right) = (side(left), side(right));
        let column = self.look.width.saturating_sub(GAP) / 2;
        let row = |at: usize| {
            let cell = |side: &[String]| side.get(at).cloned().unwrap_or_default();
            let (left, right) = (cell(&left), cell(&right));
            let gap = column.saturating_sub(len(&plain(&left))) + GAP;
            format!("{left}{}{right}", pad("", gap)).trim_end().to_owned()
        };
        let mut rows: Vec<String> = (0..left.len().max(right.len())).map(row).collect();
        rows.extend(self.in_short(of_full(false)));
        rows
    }

    /// Short panels, several to a row where they fit.
    fn in_short<'s>(&'s self, sheets: impl Iterator<Item = &'s Sheet<'s>>) -> Vec<String> {
        let mut told: Vec<String> = vec![];
        let mut used = 0;
        for sheet in sheets.filter(|it| !it.short.is_empty()) {
            let title = name(&sheet.panel.named);
            let head = ink(self.look.colour, Ink::Head, title);
            let text = match &sheet.told {
                Some(told) if sheet.form == Form::Told => told,
                _ => &sheet.short,
            };
            let width = len(title) + 2 + len(text);
            if let Some(last) = told.last_mut().filter(|_| used + 3 + width <= self.look.width) {
                last.push_str(&format!("   {head}  {text}"));
                used += 3 + width;
                continue;
            }
            let broken = lines(text, len(title), self.look.width.saturating_sub(2));
            for (at, line) in broken.iter().enumerate() {
                told.push(if at == 0 { format!("{head}  {line}") } else { format!("  {line}") });
            }
            // After a panel with several rows a new row begins.
            used = if broken.len() == 1 { width } else { self.look.width };
        }
        told
    }
}

impl Sheet<'_> {
    /// Whether it is shown at every turn if there is room.
    fn is_wanted(&self) -> bool {
        self.panel.main || self.panel.priority > 0
    }

    fn is_empty(&self) -> bool {
        self.full.is_empty() && self.short.is_empty()
    }
}
