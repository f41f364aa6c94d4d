//! A game in a window: the table, the latest events and the question are drawn in place, and longer
//! output is shown page by page.
//!
//! Without a window to draw on, none of this is used, and everything is written line by line.

use boardwright_play::session::Session;
use boardwright_rules::id::SeatId;
use boardwright_text::Speaks;

use super::line::{self, Line};
use super::turn::Playing;
use crate::fail::Done;
use crate::io::{Ink, Io};
use crate::screen::HOME;
use crate::table::{self, Asked, Asking, Choice, Fitted, Fitting, Look, Telling};

/// The minimum number of rows of the table, even if the question is long.
const TABLE_MIN: usize = 5;
/// The minimum number of rows of news.
const NEWS_MIN: usize = 3;
/// The same when there is a little more room.
const NEWS_MORE: usize = 6;
/// The longest line, so that it is easy to read; the table may be wider.
const LINE_MAX: usize = 132;

/// The display of a game in a window.
#[derive(Debug, Default)]
pub struct Window {
    /// For each seat, the first line of the log after its last decision.
    news: Vec<usize>,
    /// Text to show with the next screen.
    pub notice: String,
    /// The person at the screen.
    seat: Option<SeatId>,
    /// The rows in use, including the input line.
    used: usize,
    /// Whether anything has been drawn.
    is_begun: bool,
    /// Whether line-by-line output was requested.
    scrolls: bool,
}

impl Window {
    /// A window to draw on, unless line-by-line output was requested.
    pub fn new(scrolls: bool) -> Self {
        Self { scrolls, ..Self::default() }
    }
}

/// Ways to divide the screen: how options are shown, and the maximum number of rows of news.
const PLANS: [(Telling, usize); 6] = [
    (Telling::Whole, usize::MAX),
    (Telling::Whole, NEWS_MORE),
    (Telling::Rows, usize::MAX),
    (Telling::Rows, NEWS_MORE),
    (Telling::Names, NEWS_MORE),
    (Telling::Names, NEWS_MIN),
];

/// How many of them are for tables drawn in full.
const PLANS_ROOMY: usize = 4;

/// Runs an action and returns its output instead of writing it.
pub fn aside<T>(io: &mut Io, act: impl FnOnce(&mut Io) -> Done<T>) -> Done<(T, String)> {
    let mut page = vec![];
    let (around, colour) = (io.around.clone(), io.colour);
    let mut inner = Io { out: &mut page, err: &mut *io.err, input: &mut *io.input, around, colour };
    let done = act(&mut inner);
    let page = String::from_utf8_lossy(&page).into_owned();
    match done {
        Ok(done) => Ok((done, page)),
        Err(fail) => {
            write!(io.out, "{page}")?;
            Err(fail)
        }
    }
}

/// Lines that are longer than the window broken between words; coloured ones stay as they are.
fn broken(page: &str, columns: usize) -> String {
    let mut text = String::new();
    for row in page.lines() {
        let indent = row.len() - row.trim_start().len();
        if table::len(row) <= columns || row.contains('\u{1b}') {
            text.push_str(&format!("{row}\n"));
            continue;
        }
        for part in table::lines(row.trim_start(), 0, columns.saturating_sub(indent)) {
            text.push_str(&format!("{}{part}\n", table::blanks(indent)));
        }
    }
    text
}

/// The table as a seat sees it, in a window of this many columns.
fn fitting<'g>(session: &Session<'g>, seat: SeatId, columns: usize, io: &Io) -> Fitting<'g> {
    let mark = session.game.def.language().word("you");
    let look = Look { mark, width: columns, colour: io.colour };
    Fitting::new(session.game, &session.table().state().world, seat, look)
}

impl Playing<'_> {
    /// The size of the window to draw on, if there is one and a person is watching.
    pub(super) fn canvas(&self, io: &Io) -> Option<(usize, usize)> {
        let is_wanted = !self.window.scrolls && self.seats.has_people();
        io.around.canvas().filter(|_| is_wanted)
    }

    /// A seat has decided: its news starts here.
    pub(super) fn decided(&mut self, seat: SeatId, log_len: usize) {
        if self.window.news.len() <= seat.index() {
            self.window.news.resize(seat.index() + 1, 0);
        }
        if let Some(news) = self.window.news.get_mut(seat.index()) {
            *news = log_len;
        }
    }

    /// What is in the log from here on is new to every seat.
    pub(super) fn new_from(&mut self, at: usize) {
        self.window.news.iter_mut().for_each(|news| *news = (*news).min(at));
    }

    /// Marks everything so far as seen.
    pub(super) fn nothing_new(&mut self) {
        let n_seats = usize::from(self.session.game.def.seats);
        (0..n_seats).for_each(|seat| self.decided(SeatId::from(seat), self.session.log().len()));
    }

    /// The log since the last decision of a seat.
    pub(super) fn news(&self, seat: SeatId, io: &mut Io) -> Done<String> {
        let from = self.window.news.get(seat.index()).copied().unwrap_or(0);
        let from = from.min(self.session.log().len());
        Ok(aside(io, |io| self.show_log(from, io))?.1)
    }

    /// Draws the screen of the deciding person. Returns the options that are listed.
    pub(super) fn draw_question(
        &mut self,
        seat: SeatId,
        choices: &[Choice],
        io: &mut Io,
    ) -> Done<Vec<usize>> {
        let Some((columns, rows)) = self.canvas(io) else { return Ok(vec![]) };
        self.window.seat = Some(seat);
        let closed = self.closed_here();
        let (language, width) = (self.language(), columns.min(LINE_MAX));
        let question = self.session.question();
        let below = self.range_hint();
        let colour = io.colour;
        let ask = |telling, n_rows| {
            let whole = Asking::whole(language, width, colour);
            let asking = Asking { telling, n_rows, below: below.as_deref(), ..whole };
            asking.ask(&question, choices, &closed)
        };
        let news = self.news(seat, io)?;
        let notice = std::mem::take(&mut self.window.notice);
        let mut fitting = fitting(&self.session, seat, columns, io);
        // Two rows are for the line below the table and the input line.
        let room = rows - 2 - table::rows(&notice, columns).min(rows - 2);
        let n_news = table::rows(&news, columns);
        let (wanted, needed) = (fitting.wanted(), fitting.needed());
        let plans = [(wanted, &PLANS[..PLANS_ROOMY]), (needed, &PLANS[..])];
        let plans = plans.iter().flat_map(|(table, plans)| {
            plans.iter().map(|(telling, news)| (ask(*telling, usize::MAX), *news, *table))
        });
        let fits = |(asked, news, table): &(Asked, usize, usize)| {
            table::rows(&asked.text, columns) + (*news).min(n_news) + table <= room
        };
        let plan = plans.into_iter().find(fits).map(|(asked, news, _)| (asked, news));
        let (asked, most_news) = plan.unwrap_or_else(|| {
            let others = n_news.min(NEWS_MIN) + needed.min(TABLE_MIN);
            (ask(Telling::Names, room.saturating_sub(others)), NEWS_MIN)
        });
        let left = room.saturating_sub(table::rows(&asked.text, columns));
        let news = self.latest(&news, left.min(most_news), columns);
        let fitted = fitting.within(left.saturating_sub(table::rows(&news, columns)));
        self.draw_screen(&fitted, [&news, &notice, &asked.text], (columns, rows), io)?;
        Ok(asked.listed)
    }

    /// Draws what happens while others choose.
    pub(super) fn draw_moves(&mut self, io: &mut Io) -> Done<()> {
        let Some((columns, rows)) = self.canvas(io) else { return Ok(()) };
        let mut seats = (0..usize::from(self.session.game.def.seats)).map(SeatId::from);
        let alone = self.seats.n_people() == 1;
        let person = seats.find(|seat| alone && self.seats.is_human(*seat));
        let Some(seat) = self.window.seat.or(person) else { return Ok(()) };
        let news = self.news(seat, io)?;
        let mut fitting = fitting(&self.session, seat, columns, io);
        let room = rows - 2;
        let needed = fitting.needed().min(room - NEWS_MORE);
        let news = self.latest(&news, room - needed, columns);
        let fitted = fitting.within(room - table::rows(&news, columns).min(room));
        self.draw_screen(&fitted, [&news, "", ""], (columns, rows), io)
    }

    /// The end of the news, cut to the available rows.
    fn latest(&self, news: &str, room: usize, columns: usize) -> String {
        if table::rows(news, columns) <= room {
            return news.to_owned();
        }
        let rows: Vec<&str> = news.lines().collect();
        let mut first = rows.len();
        let mut left = room.saturating_sub(1);
        while let Some(n) = first.checked_sub(1).and_then(|at| rows.get(at)) {
            let n = table::rows(n, columns).max(1);
            if n > left {
                break;
            }
            (left, first) = (left - n, first - 1);
        }
        let before = self.language().say("... {0} lines before: `news`", &[&first]);
        let rows = rows.get(first..).unwrap_or_default();
        let all = [before.as_str()].into_iter().chain(rows.iter().copied());
        all.take(room).map(|row| format!("{row}\n")).collect()
    }

    /// Clears the window and writes the table, a line, and the texts below.
    fn draw_screen(
        &mut self,
        fitted: &Fitted,
        texts: [&str; 3],
        (columns, rows): (usize, usize),
        io: &mut Io,
    ) -> Done<()> {
        self.empty(rows, io)?;
        let table: String = fitted.rows.iter().map(|row| format!("{row}\n")).collect();
        let named = &self.session.game.def.named;
        // Where several people share the screen it says whom it is for.
        let shared = self.window.seat.filter(|_| self.seats.n_people() > 1);
        let shared = shared.and_then(|seat| self.session.game.def.seat_names.get(seat.index()));
        let mut line = match shared {
            Some(seat) => format!("── {} · {} ──", named.name(), table::seat_name(seat)),
            None => format!("── {} ──", named.name()),
        };
        if !fitted.left_out.is_empty() {
            let room = columns.saturating_sub(table::len(&line) + 4);
            line.push_str(&format!(" {} ──", self.more(&fitted.left_out, room)));
        }
        if fitted.is_cut {
            line.push_str(&format!(" {} ──", self.language().word("more: `table` and `me`")));
        }
        let mut line = table::cut(&line, columns);
        line.push_str(&"─".repeat(columns.saturating_sub(table::len(&line))));
        let line = io.ink(Ink::Dim, line);
        let screen = format!("{table}{line}\n{}", texts.concat());
        write!(io.out, "{screen}")?;
        self.window.used = table::rows(&screen, columns) + 1;
        io.out.flush()?;
        Ok(())
    }

    /// What there is no room for, by as many whole names as fit; all can be typed.
    fn more(&self, left_out: &[String], room: usize) -> String {
        let language = self.language();
        let told = |n: usize| {
            let names = left_out.get(..n).unwrap_or_default().join(", ");
            match left_out.len() - n {
                0 => language.say("more: {0} (`show NAME`)", &[&names]),
                others => {
                    language.say("more: {0} and {1} others (`board`, `me`)", &[&names, &others])
                }
            }
        };
        let fits = |n: &usize| table::len(&told(*n)) <= room;
        told((1..=left_out.len()).rev().find(fits).unwrap_or(1))
    }

    /// Clears the window. What was in it before the game stays in the scrollback.
    fn empty(&mut self, rows: usize, io: &mut Io) -> Done<()> {
        if !std::mem::replace(&mut self.window.is_begun, true) {
            write!(io.out, "{}", "\n".repeat(rows - 1))?;
        }
        io.out.flush()?;
        write!(io.out, "{HOME}")?;
        Ok(())
    }

    /// Shows the output of a command: below the question if there is room, above it if it is short,
    /// otherwise page by page. Returns what was typed at the end of a page.
    pub(super) fn present(
        &mut self,
        (page, asks_again): (String, bool),
        (seat, choices): (SeatId, &[Choice]),
        listed: &mut Vec<usize>,
        io: &mut Io,
    ) -> Done<Option<String>> {
        let Some((columns, rows)) = self.canvas(io) else {
            write!(io.out, "{page}")?;
            return Ok(None);
        };
        let page = broken(&page, columns);
        let n_rows = table::rows(&page, columns);
        if self.window.used + n_rows < rows {
            write!(io.out, "{page}")?;
            self.window.used += n_rows + 1;
            return Ok(None);
        }
        // A list of all options is already the question.
        if n_rows <= rows / 3 && !asks_again {
            self.window.notice = page;
            *listed = self.draw_question(seat, choices, io)?;
            return Ok(None);
        }
        self.empty(rows, io)?;
        self.window.used = rows;
        self.turn_pages(&page, (columns, rows), io)
    }

    /// Writes a text page by page. Returns a line that was typed instead of turning the page.
    fn turn_pages(
        &self,
        text: &str,
        (columns, rows): (usize, usize),
        io: &mut Io,
    ) -> Done<Option<String>> {
        let mut left = rows - 1;
        for row in text.lines() {
            let n = table::rows(row, columns).clamp(1, rows - 1);
            if n > left {
                let more = self.language().word("-- more -- (Enter; q stops)");
                write!(io.out, "{} ", io.ink(Ink::Key, more))?;
                io.out.flush()?;
                let Line::Text(typed) = line::read(io.input)? else { return Ok(None) };
                match typed.trim() {
                    "" => left = rows - 1,
                    "q" => {
                        left = 1;
                        break;
                    }
                    _ => return Ok(Some(typed)),
                }
            }
            left -= n;
            writeln!(io.out, "{row}")?;
        }
        let back = self.language().word("Enter shows the table and the question again");
        if left > 0 {
            writeln!(io.out, "{}", io.ink(Ink::Dim, back))?;
        }
        Ok(None)
    }

    /// Draws the end of the game: the latest events, and the score sheet.
    pub(super) fn draw_end(&mut self, sheet: &str, io: &mut Io) -> Done<()> {
        let Some((columns, rows)) = self.canvas(io) else {
            writeln!(io.out)?;
            write!(io.out, "{sheet}")?;
            return Ok(());
        };
        let news = match self.window.seat {
            Some(seat) => self.news(seat, io)?,
            None => String::new(),
        };
        let notice = std::mem::take(&mut self.window.notice);
        // A few rows are reserved for the messages about the saved game.
        let used = table::rows(sheet, columns) + table::rows(&notice, columns) + NEWS_MIN + 1;
        let news = self.latest(&news, rows.saturating_sub(used).max(1), columns);
        self.empty(rows, io)?;
        write!(io.out, "{news}{notice}\n{sheet}")?;
        Ok(())
    }
}
