//! Verbs about events, periods and points.

use super::form::{Arguments, Circle, Event, Line, Number, Numbers, Period, Piece, Seat, TieRule};
use super::verb;

verb! {
    /// Announces an event to abilities.
    ///
    /// ```yaml
    /// - emit: { built: { what: tile } }
    /// ```
    Emit = "emit"
    takes event: Option<Event> = "an event"
    others arguments = "an event: `{ parameter: expression }`"
}

verb! {
    /// Announces an event to the abilities of one piece only.
    ///
    /// ```yaml
    /// - trigger: { what: tile, event: harvest }
    /// ```
    Trigger = "trigger" {
        /// the piece
        what: Piece,
        /// the event its abilities wait for
        event: Event,
        /// the values of the event
        with: Option<Arguments>,
    }
}

verb! {
    /// Begins a period: everything counted per period is reset.
    ///
    /// ```yaml
    /// - begin: round
    /// ```
    Begin = "begin" takes period: Period = "a period"
}

verb! {
    /// Writes points on a line of the score sheet.
    ///
    /// ```yaml
    /// - score: { harbours: "2 * count(me.yard)" }
    /// ```
    Score = "score"
    others lines = "a line of the score sheet: points"
    beside {
        /// who scores; `me` if left out
        who: Option<Seat>,
    }
}

verb! {
    /// Awards points for places in a ranking.
    ///
    /// ```yaml
    /// - majority: { line: area, of: "me.boats", places: [8, 4], ties: share }
    /// ```
    Majority = "majority" {
        /// the line of the score sheet
        line: Line,
        /// the number to compare, with that seat as `me`
        of: Number,
        /// who takes part; `all` if left out
        seats: Option<Circle>,
        /// a seat with less takes no part; 1 if left out
        at_least: Option<Number>,
        /// a neutral contender with this number, who takes a place but no points
        neutral: Option<Number>,
        /// points of the first, the second ...
        places: Numbers,
        /// `split` if left out
        ties: Option<TieRule>,
        /// breaks ties: larger first, with `me`
        then: Option<Numbers>,
    }
}
