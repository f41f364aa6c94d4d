//! The questions a script may ask, read from the table passed to `ask`.

use super::value::{Ref, Value};

/// A question asked with `ask { ... }`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The kind of question.
    pub ask: Ask,
    /// The words shown to the seat; may be empty.
    pub label: String,
    /// The seat that is asked; `None` for the acting seat.
    pub seat: Option<Ref>,
}

/// The kinds of questions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// `ask { pick = {...}, min = 1, max = 1 }`. The answer to a pick of exactly one is that
    /// option; the answer to any other pick is the list of the options taken.
    Pick {
        /// The options.
        options: Vec<Value>,
        /// At least this many.
        min: u32,
        /// At most this many.
        max: u32,
    },
    /// `ask { yes_no = "take it?" }`. The answer is true or false.
    YesNo,
    /// `ask { amount = { from = 0, to = 3 } }`. The answer is a whole number.
    Amount {
        /// The smallest answer.
        from: i64,
        /// The largest answer.
        to: i64,
    },
}

impl Question {
    /// Whether a value can be the answer.
    pub fn accepts(&self, answer: &Value) -> bool {
        match (&self.ask, answer) {
            (Ask::Pick { options, min: 1, max: 1 }, one) => options.contains(one),
            (Ask::Pick { options, min, max }, Value::List(taken)) => {
                let count = taken.len();
                let mut left: Vec<&Value> = options.iter().collect();
                (*min as usize..=*max as usize).contains(&count)
                    && taken.iter().all(|one| {
                        let at = left.iter().position(|option| *option == one);
                        at.map(|at| left.swap_remove(at)).is_some()
                    })
            }
            (Ask::YesNo, Value::Bool(_)) => true,
            (Ask::Amount { from, to }, Value::Int(number)) => (from..=to).contains(&number),
            _ => false,
        }
    }

    /// Reads the table passed to `ask`; the error says what is wrong with it.
    pub(super) fn read(asked: Value) -> Result<Self, String> {
        let Value::Map(entries) = asked else {
            return Err("`ask` expects one of `pick`, `yes_no`, `amount`".into());
        };
        let mut parts = Parts::default();
        for (key, value) in entries {
            match key.as_str() {
                "pick" => parts.pick = Some(value),
                "yes_no" => parts.yes_no = Some(value),
                "amount" => parts.amount = Some(value),
                "label" => parts.label = Some(value),
                "seat" => parts.seat = Some(value),
                "min" => parts.min = Some(small(&key, &value)?),
                "max" => parts.max = Some(small(&key, &value)?),
                other => return Err(unknown(other)),
            }
        }
        parts.question()
    }
}

#[derive(Default)]
struct Parts {
    pick: Option<Value>,
    yes_no: Option<Value>,
    amount: Option<Value>,
    label: Option<Value>,
    seat: Option<Value>,
    min: Option<u32>,
    max: Option<u32>,
}

impl Parts {
    fn question(self) -> Result<Question, String> {
        let label = match self.label {
            None => String::new(),
            Some(Value::Text(text)) => text,
            Some(_) => return Err("`label` of `ask` must be a text".into()),
        };
        let seat = match self.seat {
            None => None,
            Some(Value::Ref(seat)) => Some(seat),
            Some(_) => return Err("`seat` of `ask` must be a seat".into()),
        };
        let bounded = self.min.is_some() || self.max.is_some();
        if self.pick.is_none() && bounded {
            return Err("`min` and `max` of `ask` go with `pick` only".into());
        }
        match (self.pick, self.yes_no, self.amount) {
            (Some(Value::List(options)), None, None) => {
                Ok(Question { ask: pick(options, self.min, self.max)?, label, seat })
            }
            (Some(_), None, None) => Err("`pick` of `ask` must be a list".into()),
            (None, Some(Value::Text(words)), None) if label.is_empty() => {
                Ok(Question { ask: Ask::YesNo, label: words, seat })
            }
            (None, Some(Value::Text(_)), None) => {
                Err("`yes_no` of `ask` is itself the label; leave `label` out".into())
            }
            (None, Some(_), None) => Err("`yes_no` of `ask` must be a text".into()),
            (None, None, Some(range)) => Ok(Question { ask: amount(&range)?, label, seat }),
            _ => Err("`ask` expects exactly one of `pick`, `yes_no`, `amount`".into()),
        }
    }
}

fn pick(options: Vec<Value>, min: Option<u32>, max: Option<u32>) -> Result<Ask, String> {
    let min = min.unwrap_or(1);
    let max = max.unwrap_or(min.max(1));
    if min > max {
        return Err(format!("`ask` wants at least {min} and at most {max}"));
    }
    Ok(Ask::Pick { options, min, max })
}

fn amount(range: &Value) -> Result<Ask, String> {
    let known = matches!(range, Value::Map(entries) if entries.len() == 2);
    match (known, range.get("from"), range.get("to")) {
        (true, Some(Value::Int(from)), Some(Value::Int(to))) if from <= to => {
            Ok(Ask::Amount { from: *from, to: *to })
        }
        (true, Some(Value::Int(from)), Some(Value::Int(to))) => {
            Err(format!("`amount` of `ask` runs from {from} down to {to}"))
        }
        _ => Err("`amount` of `ask` must be `{ from = number, to = number }`".into()),
    }
}

fn small(key: &str, value: &Value) -> Result<u32, String> {
    match value {
        Value::Int(number) => u32::try_from(*number).ok(),
        _ => None,
    }
    .ok_or_else(|| format!("`{key}` of `ask` must be a whole number from 0"))
}

fn unknown(key: &str) -> String {
    const KEYS: [&str; 7] = ["amount", "label", "max", "min", "pick", "seat", "yes_no"];
    match boardwright_syntax::diag::similar(key, KEYS.into_iter()) {
        Some(near) => format!("`ask` does not know `{key}`; a similar name exists: `{near}`"),
        None => format!("`ask` does not know `{key}`; it knows {}", KEYS.join(", ")),
    }
}
