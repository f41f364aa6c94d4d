//! What a script function returned: steps to do, a value to bind, or both.

use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::Scope;
use boardwright_rules::id::{CounterId, PieceId, PlaceId};
use boardwright_rules::script::ScriptStep;

use super::look::{GameLook, class, index_of, number_of, unknown};
use crate::diag::similar;
use crate::lower::names::Type;
use crate::luau::Value;

/// Most steps one call may return.
pub const STEPS_MAX: usize = 200;
/// Most things a `call` or `emit` of a script can hand over.
const ARGS_MAX: usize = 3;

pub(crate) const VERBS: [&str; 11] = [
    "advance",
    "call",
    "emit",
    "flip",
    "gain",
    "lose",
    "move",
    "retreat",
    "score",
    "set",
    "set_controller",
];

type Steps = Vec<ScriptStep>;

/// Reads what a function returned. The error has its code and says what was expected.
pub(super) fn decode(
    look: &GameLook,
    value: &Value,
) -> Result<(Steps, i32), (&'static str, String)> {
    let (steps, value) = decoded(look, value)
        .map_err(|text| ("U034", format!("something that cannot be done: {text}")))?;
    if steps.len() > STEPS_MAX {
        let text = format!("{} steps, at most {STEPS_MAX} fit", steps.len());
        return Err(("U022", text));
    }
    Ok((steps, value))
}

fn decoded(look: &GameLook, value: &Value) -> Result<(Steps, i32), String> {
    match value {
        Value::List(items) => Ok((steps(look, items)?, NIL)),
        Value::Map(_) if VERBS.iter().any(|verb| value.get(verb).is_some()) => {
            Ok((steps(look, std::slice::from_ref(value))?, NIL))
        }
        Value::Map(entries) => {
            if let Some((key, _)) = entries.iter().find(|(key, _)| key != "steps" && key != "value")
            {
                return Err(no_verb(key));
            }
            let steps = match value.get("steps") {
                Some(Value::List(items)) => steps(look, items)?,
                Some(_) => return Err("`steps` must be a list of steps".into()),
                None => vec![],
            };
            Ok((steps, bound(look, value.get("value").unwrap_or(&Value::Nil))?))
        }
        plain => Ok((vec![], bound(look, plain)?)),
    }
}

/// A plain value, as `as` binds it.
fn bound(look: &GameLook, value: &Value) -> Result<i32, String> {
    match value {
        Value::Text(text) => look.counter_named(text).map(|it| i32::from(it.0)).map_err(|_| {
            format!(
                "the text \"{text}\"; a script returns steps, a number, yes or no, a thing or the \
                 name of a resource"
            )
        }),
        other => number_of(other),
    }
}

fn steps(look: &GameLook, items: &[Value]) -> Result<Steps, String> {
    let mut steps = vec![];
    for (at, item) in items.iter().enumerate() {
        step(look, item, &mut steps).map_err(|text| format!("step {}: {text}", at + 1))?;
    }
    Ok(steps)
}

fn no_verb(key: &str) -> String {
    match similar(key, VERBS.into_iter()) {
        Some(near) => format!("there is no verb `{key}`; `{near}` is there"),
        None => format!("there is no verb `{key}`; scripts know {}", VERBS.join(", ")),
    }
}

fn step(look: &GameLook, item: &Value, steps: &mut Steps) -> Result<(), String> {
    let Value::Map(entries) = item else {
        return Err("a step was expected, such as `{ gain = { wood = 2 } }`".into());
    };
    let mut verbs = entries.iter().filter(|(key, _)| VERBS.contains(&key.as_str()));
    let Some((verb, body)) = verbs.next() else {
        let key = entries.first().map_or("", |(key, _)| key);
        return Err(no_verb(key));
    };
    if let Some((second, _)) = verbs.next() {
        return Err(format!("a step has two verbs, `{verb}` and `{second}`; make two steps of it"));
    }
    let beside: &[&str] = match verb.as_str() {
        "call" | "emit" => &["with"],
        "move" | "flip" => &[],
        _ => &["who"],
    };
    for (key, _) in entries.iter().filter(|(key, _)| key != verb) {
        if !beside.contains(&key.as_str()) {
            return Err(format!("`{key}` means nothing beside `{verb}`"));
        }
    }
    let whose = item.get("who");
    match verb.as_str() {
        "gain" | "lose" | "set" => counters(look, verb, body, whose, steps),
        "advance" | "retreat" => tracks(look, verb, body, whose, steps),
        "score" => scores(look, body, whose, steps),
        "call" => call(look, body, item.get("with"), steps),
        "emit" => emit(look, body, item.get("with"), steps),
        "set_controller" => set_controller(look, body, whose, steps),
        _ => piece_step(look, verb, body, steps),
    }
}

/// Amounts by name: `{ wood = 2, gold = 1 }`.
fn amounts<'v>(verb: &str, body: &'v Value) -> Result<Vec<(&'v str, i32)>, String> {
    let Value::Map(entries) = body else {
        return Err(format!("`{verb}` takes amounts by name, such as `{{ wood = 2 }}`"));
    };
    entries
        .iter()
        .map(|(name, amount)| match amount {
            Value::Int(n) => i32::try_from(*n)
                .map(|n| (name.as_str(), n))
                .map_err(|_| format!("`{name}`: {n} is too large a number for the game")),
            _ => Err(format!("`{name}` of `{verb}` must be a whole number")),
        })
        .collect()
}

fn counters(
    look: &GameLook,
    verb: &str,
    body: &Value,
    whose: Option<&Value>,
    steps: &mut Steps,
) -> Result<(), String> {
    for (name, amount) in amounts(verb, body)? {
        let counter = look.counter_named(name)?;
        let holder = holder(look, counter, whose)?;
        steps.push(match verb {
            "gain" => ScriptStep::Gain(counter, holder, amount),
            "lose" => ScriptStep::Lose(counter, holder, amount),
            _ => ScriptStep::Set(counter, holder, amount),
        });
    }
    Ok(())
}

/// Who holds a counter: what the step says, or who acts.
fn holder(look: &GameLook, counter: CounterId, whose: Option<&Value>) -> Result<i32, String> {
    let it = &look.def.counters[counter.index()];
    let name = &it.named.id;
    match (it.scope, whose) {
        (Scope::Table, _) => Ok(0),
        (Scope::Seat, None | Some(Value::Nil)) => Ok(look.seat),
        (Scope::Seat, Some(of)) => look
            .seat_index(of)
            .map(|seat| i32::from(seat.0))
            .map_err(|_| format!("`{name}` belongs to a seat; `who` must be one")),
        (Scope::SeatSpace(_), Some(Value::List(pair))) if pair.len() == 2 => {
            look.pair(counter, &pair[0], &pair[1])
        }
        (Scope::SeatSpace(_), _) => {
            Err(format!("`{name}` belongs to a seat and a space; write `who = {{ seat, space }}`"))
        }
        (Scope::Piece(_), Some(of)) => index_of(of, class::PIECE, "a piece"),
        (Scope::Space(_), Some(of)) => index_of(of, class::SPACE, "a space"),
        (Scope::Piece(_), None) if look.piece >= 0 => Ok(look.piece),
        (Scope::Piece(_), None) => Err(format!("`{name}` belongs to a piece; say which, as `who`")),
        (Scope::Space(_), None) => Err(format!("`{name}` belongs to a space; say which, as `who`")),
    }
}

fn tracks(
    look: &GameLook,
    verb: &str,
    body: &Value,
    whose: Option<&Value>,
    steps: &mut Steps,
) -> Result<(), String> {
    for (name, amount) in amounts(verb, body)? {
        let track = look.counter_named(name)?;
        if look.def.counters[track.index()].track.is_none() {
            return Err(format!("`{name}` is not a track; use `gain`"));
        }
        let seat = seat(look, whose)?;
        let by = if verb == "retreat" { amount.saturating_neg() } else { amount };
        steps.push(ScriptStep::Advance(track, seat, by));
    }
    Ok(())
}

fn seat(look: &GameLook, whose: Option<&Value>) -> Result<i32, String> {
    match whose {
        None | Some(Value::Nil) => Ok(look.seat),
        Some(of) => look.seat_index(of).map(|seat| i32::from(seat.0)),
    }
}

fn scores(
    look: &GameLook,
    body: &Value,
    whose: Option<&Value>,
    steps: &mut Steps,
) -> Result<(), String> {
    for (name, points) in amounts("score", body)? {
        let Some(line) = look.names.lines.get(name) else {
            let what = "there is no line of the score sheet";
            return Err(unknown(what, name, look.names.lines.ids()));
        };
        steps.push(ScriptStep::Score(*line, seat(look, whose)?, points));
    }
    Ok(())
}

fn piece(look: &GameLook, what: &Value, called: &str) -> Result<PieceId, String> {
    let piece = index_of(what, class::PIECE, called)? as usize;
    if piece >= look.def.pieces.len() {
        return Err(format!("{called} was expected"));
    }
    Ok(PieceId::from(piece))
}

/// Without `who` the piece works for nobody.
fn set_controller(
    look: &GameLook,
    body: &Value,
    whose: Option<&Value>,
    steps: &mut Steps,
) -> Result<(), String> {
    let piece = piece(look, body, "a piece")?;
    let who = match whose {
        None | Some(Value::Nil) => NIL,
        Some(who) => i32::from(look.seat_index(who)?.0),
    };
    steps.push(ScriptStep::Control(piece, who));
    Ok(())
}

fn piece_step(look: &GameLook, verb: &str, body: &Value, steps: &mut Steps) -> Result<(), String> {
    let what = body.get("what").ok_or_else(|| format!("`{verb}` needs `what`, a piece"))?;
    let piece = piece(look, what, "`what`: a piece")?;
    steps.push(match verb {
        "move" => {
            let to = body.get("to").ok_or("`move` needs `to`, the name of a zone or a place")?;
            ScriptStep::Move(piece, place(look, to, body.get("of"))?)
        }
        _ => {
            let faces = look.def.pieces[piece.index()].faces.len();
            match body.get("to") {
                Some(Value::Int(face)) if (0..faces as i64).contains(face) => {
                    ScriptStep::Flip(piece, *face as i32)
                }
                _ => {
                    return Err(format!("`flip` needs `to`, a face from 0 to {}", faces - 1));
                }
            }
        }
    });
    Ok(())
}

fn place(look: &GameLook, to: &Value, of: Option<&Value>) -> Result<PlaceId, String> {
    match to {
        Value::Ref(thing)
            if thing.class == class::PLACE && (thing.index as usize) < look.def.places.len() =>
        {
            Ok(PlaceId::from(thing.index as usize))
        }
        Value::Text(_) => look.place_named(to, of),
        Value::Map(_) => {
            let zone = to.get("zone").ok_or("`to` needs `zone`, the name of a zone")?;
            look.place_named(zone, to.get("of"))
        }
        _ => {
            Err("`to` must be the name of a zone, or a place such as `view.place(\"hand\")`"
                .to_owned())
        }
    }
}

fn call(
    look: &GameLook,
    body: &Value,
    with: Option<&Value>,
    steps: &mut Steps,
) -> Result<(), String> {
    let Value::Text(name) = body else {
        return Err("`call` takes the name of a procedure".into());
    };
    let Some(head) = look.names.procs.get(name) else {
        return Err(unknown("there is no procedure", name, look.names.procs.ids()));
    };
    let (args, n) = arguments(look, name, &head.needs, with)?;
    steps.push(ScriptStep::Call(head.id, args, n));
    Ok(())
}

fn emit(
    look: &GameLook,
    body: &Value,
    with: Option<&Value>,
    steps: &mut Steps,
) -> Result<(), String> {
    let Value::Text(name) = body else {
        return Err("`emit` takes the name of an event".into());
    };
    let Some((event, needs)) = look.names.events.get(name) else {
        return Err(unknown("there is no event", name, look.names.events.ids()));
    };
    let (args, n) = arguments(look, name, needs, with)?;
    steps.push(ScriptStep::Emit(*event, args, n));
    Ok(())
}

fn arguments(
    look: &GameLook,
    of: &str,
    needs: &[(String, Type)],
    with: Option<&Value>,
) -> Result<([i32; ARGS_MAX], u8), String> {
    if needs.len() > ARGS_MAX {
        return Err(format!("`{of}` needs more than {ARGS_MAX} things; scripts hand over no more"));
    }
    let given: &[(String, Value)] = match with {
        None => &[],
        Some(Value::Map(entries)) => entries,
        Some(Value::List(items)) if items.is_empty() => &[],
        Some(_) => return Err("`with` takes values by name".into()),
    };
    let known = |key: &str| needs.iter().any(|(name, _)| name == key);
    if let Some((key, _)) = given.iter().find(|(key, _)| !known(key)) {
        let names = needs.iter().map(|(name, _)| name.as_str());
        return Err(unknown(&format!("`{of}` takes no"), key, names));
    }
    let mut args = [NIL; ARGS_MAX];
    for (slot, (name, ty)) in args.iter_mut().zip(needs) {
        let value = given.iter().find(|(key, _)| key == name);
        let Some((_, value)) = value else { return Err(format!("`{of}` needs `{name}`")) };
        *slot = argument(look, ty, value).map_err(|text| format!("`{name}` of `{of}`: {text}"))?;
    }
    Ok((args, needs.len() as u8))
}

fn argument(look: &GameLook, ty: &Type, value: &Value) -> Result<i32, String> {
    let (class, told, n) = match ty.sure() {
        Type::Seat => (class::SEAT, "a seat", usize::from(look.def.seats)),
        Type::Piece(_) => (class::PIECE, "a piece", look.def.pieces.len()),
        Type::Space(_) => (class::SPACE, "a space", look.def.spaces.len()),
        Type::Place(_) => (class::PLACE, "a place", look.def.places.len()),
        Type::Entry(_) => (class::ENTRY, "an entry", look.def.entries.len()),
        Type::Counter => {
            let Value::Text(name) = value else {
                return Err("the name of a resource was expected".into());
            };
            return look.counter_named(name).map(|it| i32::from(it.0));
        }
        Type::Number | Type::Flag => {
            return match value {
                Value::Int(_) | Value::Bool(_) => number_of(value),
                _ => Err("a number was expected".into()),
            };
        }
        Type::Word(_) | Type::Tag | Type::Nil | Type::Maybe(_) | Type::Set(_) | Type::Paid(..) => {
            return Err("scripts cannot hand over this kind of thing".into());
        }
    };
    if *value == Value::Nil {
        return match ty {
            Type::Maybe(_) => Ok(NIL),
            _ => Err(format!("{told} was expected, not nil")),
        };
    }
    let index = index_of(value, class, told)?;
    if (index as usize) < n { Ok(index) } else { Err(format!("{told} was expected")) }
}
