//! Codes about missing and unused parts of a game (G...).

use super::CodeInfo;

/// Nothing to play.
pub const NO_PLAY: &str = "G001";
/// Nothing says who wins.
pub const NO_WINNER: &str = "G002";
/// A table by number of players without an entry for this number.
pub const NO_PLAYERS: &str = "G003";
/// A count over the limit.
pub const TOO_MANY: &str = "G004";
/// Two scores.
pub const TWO_SCORES: &str = "G005";
/// A score that is not kept for each seat.
pub const SCORE_SEAT: &str = "G006";
/// Minimum and maximum swapped.
pub const BOUNDS: &str = "G007";
/// An impossible number of copies.
pub const COUNT: &str = "G008";
/// Pieces without a start zone.
pub const NO_ZONE: &str = "G009";
/// Pieces that cannot start in their zone.
pub const START: &str = "G010";
/// A zone that does not hold this kind.
pub const HOLDS: &str = "G011";
/// More pieces than a zone can hold.
pub const CAPACITY: &str = "G012";
/// Keys allowed only for rows.
pub const ROW_ONLY: &str = "G013";
/// Slots without a value, or values without a slot.
pub const SLOT_VALUES: &str = "G014";
/// A track whose parts do not match.
pub const TRACK: &str = "G015";
/// A value defined by itself.
pub const CIRCLE: &str = "G016";
/// A hint that makes nothing worth a point.
pub const HINT_PER: &str = "G017";
/// More option combinations than are checked.
pub const UNCHECKED: &str = "G018";
/// An entry without copies.
pub const NO_COPIES: &str = "G020";
/// A zone nothing uses.
pub const UNUSED_ZONE: &str = "G021";
/// A resource nothing changes.
pub const UNUSED_COUNTER: &str = "G022";
/// A procedure nothing calls.
pub const UNUSED_PROCEDURE: &str = "G023";
/// An event nothing announces.
pub const NEVER_EMITTED: &str = "G024";
/// An event nothing waits for.
pub const NEVER_AWAITED: &str = "G025";
/// A period that never begins.
pub const NEVER_BEGINS: &str = "G026";
/// A value nothing asks for.
pub const UNUSED_VALUE: &str = "G027";
/// Abilities on pieces that are never in force.
pub const NEVER_IN_FORCE: &str = "G028";
/// A number in a text that is not in the rules.
pub const NUMBER_SAID: &str = "G030";
/// A number in the rules that is not in the text.
pub const NUMBER_UNSAID: &str = "G031";
/// A resource or track that the text does not name.
pub const UNNAMED: &str = "G032";
/// A sentence whose amount differs from its steps.
pub const AMOUNT_SAID: &str = "G033";
/// A sentence whose trigger differs from its ability.
pub const TRIGGER_SAID: &str = "G034";

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: NO_PLAY,
        title: "nothing to play",
        text: "\
A game needs a section `play`: the steps of the game itself, most often `turns` or a `repeat` \
over rounds. When they end, the game ends. `setup` runs before them, `scoring` after them.",
    },
    CodeInfo {
        code: NO_WINNER,
        title: "nothing says who wins",
        text: "\
Without a score and without `ranking`, all players share the victory. Mark one resource with \
`score: true`, or list the criteria in `ranking`, the most important first.",
    },
    CodeInfo {
        code: NO_PLAYERS,
        title: "no value for this number of players",
        text: "\
A mapping whose keys are numbers of players gives a value for each of them, as in `{ 2: 6, 3: 7, \
_: 8 }`. This one has no value for a number of players that the pack allows. Add it, or `_` for \
all numbers not listed.",
    },
    CodeInfo {
        code: TOO_MANY,
        title: "more than a game may have",
        text: "\
Seats, pieces, spaces, counters and other parts are limited in number, so that a pack made by \
others cannot exhaust a computer. The limits are far beyond what fits on a table; most likely a \
number is wrong, such as a `count`.",
    },
    CodeInfo {
        code: TWO_SCORES,
        title: "two scores",
        text: "\
Only one resource is the score: its growth in play is the first line of the score sheet. Other \
points can be added to it in `scoring`. Remove `score: true` from the others.",
    },
    CodeInfo {
        code: SCORE_SEAT,
        title: "score not kept for each seat",
        text: "\
The score belongs to seats. Remove `held_by`, or mark another resource with `score: true`.",
    },
    CodeInfo {
        code: BOUNDS,
        title: "bounds that contradict each other",
        text: "\
The start of a resource must not be below its `min` or above its `max`. If they are left out, \
`min` is 0 and there is no `max`.",
    },
    CodeInfo {
        code: COUNT,
        title: "impossible number of copies",
        text: "\
`count` is the number of pieces of an entry: 0 or more. 0 leaves the entry out, which is useful \
in a table by number of players.",
    },
    CodeInfo {
        code: NO_ZONE,
        title: "pieces that start nowhere",
        text: "\
Every piece is in a zone from the start. Name it with `zone` in the entry, or in its kind for \
all of them. Pieces that are not in play yet can start in a zone such as a box.",
    },
    CodeInfo {
        code: START,
        title: "pieces that cannot start there",
        text: "\
Pieces start in a zone of the table or, if each seat has its own copies (`owner: seat`), in a \
zone of that seat. For a zone held by pieces or spaces, it would not be clear which container is \
meant; move pieces there in `setup`.",
    },
    CodeInfo {
        code: HOLDS,
        title: "zone that is not for this kind",
        text: "\
With `holds`, the zone lists the kinds of pieces it accepts, but pieces of another kind start in \
it. Add the kind to `holds`, or start the pieces elsewhere.",
    },
    CodeInfo {
        code: CAPACITY,
        title: "more pieces than a zone holds",
        text: "\
More pieces start in a container than its `slots` or `capacity` allow. Start them in another \
zone and fill this one in `setup`, or make it larger.",
    },
    CodeInfo {
        code: ROW_ONLY,
        title: "keys for rows only",
        text: "\
`slots`, `slides` and `slot_attributes` describe rows: zones with `order: row`. A row holds as \
many pieces as it has slots. Other zones are limited by `capacity`.",
    },
    CodeInfo {
        code: SLOT_VALUES,
        title: "values that do not fit the slots",
        text: "\
A slot attribute gives a number for each slot of the row, starting with the first slot. There \
must be as many numbers as slots.",
    },
    CodeInfo {
        code: TRACK,
        title: "positions that do not fit the track",
        text: "\
A track has a position for each number in `values`; the first is position 0. `start`, \
`thresholds` and `bonuses` must name positions that exist.",
    },
    CodeInfo {
        code: CIRCLE,
        title: "a value or a set is defined by itself",
        text: "A value may use other values, but it must not use itself through them or through \
               an ability that modifies it: there would be no number to start from. Make the \
               part they share a value of its own, or read a resource instead. The same holds \
               for named sets.",
    },
    CodeInfo {
        code: HINT_PER,
        title: "hint without a measure",
        text: "\
`for_one_point` of a hint gives the amount that is worth one point, so it is 1 or more. For \
something that costs points, make the worth negative: `worth: \"-me.debt\"`.",
    },
    CodeInfo {
        code: UNCHECKED,
        title: "more options than are checked",
        text: "\
A pack is checked once for each value of each option. With very many options, or many in a very \
large pack, that would take too long, so the last ones are not checked. An error that occurs \
only with one of them is found when that option is chosen.",
    },
    CodeInfo {
        code: NO_COPIES,
        title: "entry without copies",
        text: "\
The entry has no copies for any number of players, so it can never come into play. Remove it, or \
correct `count`. Entries that serve only as a base for others can stay: allow the warning with a \
reason.",
    },
    CodeInfo {
        code: UNUSED_ZONE,
        title: "zone that is never used",
        text: "\
No piece starts in the zone and no step or expression mentions it. Remove it, or use it.",
    },
    CodeInfo {
        code: UNUSED_COUNTER,
        title: "resource that never changes",
        text: "\
No step changes the resource or track, so it always keeps its starting value. Perhaps a step \
names another resource. A number that never changes is better written as a value.",
    },
    CodeInfo {
        code: UNUSED_PROCEDURE,
        title: "procedure that is never called",
        text: "\
No step calls the procedure. Call it, or remove it.",
    },
    CodeInfo {
        code: NEVER_EMITTED,
        title: "event that never happens",
        text: "\
Abilities wait for the event, but no step announces it, so they never do anything. Add `emit: \
...` where it happens.",
    },
    CodeInfo {
        code: NEVER_AWAITED,
        title: "event that nobody waits for",
        text: "\
Steps announce the event, but no ability waits for it. That is fine if it is meant for other \
packs; otherwise remove it.",
    },
    CodeInfo {
        code: NEVER_BEGINS,
        title: "period that never begins",
        text: "\
Something is reset with the period, but no step begins the period, so that never happens. Add \
`begin: ...` where the period starts. `turn` begins with each turn of `turns`.",
    },
    CodeInfo {
        code: UNUSED_VALUE,
        title: "value that is never used",
        text: "\
No expression uses the value, so neither it nor its modifiers have any effect. Use it, or remove \
it.",
    },
    CodeInfo {
        code: NEVER_IN_FORCE,
        title: "abilities that are never in force",
        text: "\
Abilities work while their piece is in a zone with `active: true`, but no zone has it. Mark the \
zone in which pieces are in force.",
    },
    CodeInfo {
        code: NUMBER_SAID,
        title: "a text mentions a number that its rules do not have",
        text: "\
The `text` of an entry, space, procedure, value, zone or track describes its rules, so every \
number in it (in digits, or in words up to ten) should occur in those rules, in what they call, \
or in the values they use. One and zero are not checked, and nothing is reported where a script \
decides. Texts in other languages are checked in the same way if their number words are known: \
`en`, `fr` and `de`.",
    },
    CodeInfo {
        code: NUMBER_UNSAID,
        title: "a text omits a number of its rules",
        text: "\
The `text` of an entry or space should describe what its steps and abilities do: amounts that \
are gained, lost, paid or moved on a track, numbers given to a procedure, changes of values, and \
how often something is done. Numbers above one are checked, in digits or in words. An entry \
without `text` is described by its rules, and always agrees with them. The texts of a kind with \
`flavour: true` are not checked.",
    },
    CodeInfo {
        code: UNNAMED,
        title: "a text does not name what its rules change",
        text: "\
Whatever the steps and abilities of an entry or space gain, lose, pay or move along should be \
named in its `text`: by the `name` of the resource or track, or by a word of that name with any \
ending.",
    },
    CodeInfo {
        code: AMOUNT_SAID,
        title: "a sentence gives another amount than its steps",
        text: "\
Each sentence of the `text` of an entry, space or rule is compared with the steps it belongs to: \
\"gain 2 wood\" requires a step that gives 2 wood; a 2 elsewhere does not count. Numbers are \
read with the name of the resource or track after them, and with the verb (gain, pay, lose) \
where one is known. A sentence that begins with a trigger belongs to the abilities with that \
trigger. Conditions, bounds (\"up to 3\"), comparisons, and steps that repeat, call others or \
run a script are not read. \"Costs 2 wood\" is compared with the printed cost, too. This works \
in `en`, `fr` and `de`.",
    },
    CodeInfo {
        code: TRIGGER_SAID,
        title: "a sentence names another trigger than its ability",
        text: "\
\"Whenever you build, ...\" should describe an ability that waits for that. The words of the \
sentence are looked up in the ids of events, in ids and labels of options, and in names of \
resources and zones; common actions (build, gather, sell) are known in `en`, `fr` and `de`. A \
sentence is reported if it names another event, or an option that is not the only way to trigger \
the ability: joining a feast gains points too, so \"whenever you feast\" does not match `gained \
vp`. It is also reported if it mentions gaining another resource. \"If you build, ...\" counts \
as a trigger where the ability has no condition. Words that name nothing in the game are not \
checked.",
    },
];
