//! Checks the arguments of a call against what the function's head declares.

use super::{FunctionId, Host, Parameter, WithType};
use boardwright_syntax::diag::codes::script as codes;

/// A mistake in the parameters of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WithProblem {
    /// The code of the diagnostic.
    pub code: &'static str,
    /// The parameter it is about.
    pub parameter: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Host {
    /// Finds the problems in the parameters given to a function, by name and type.
    pub fn check_with(&self, f: FunctionId, given: &[(String, WithType)]) -> Vec<WithProblem> {
        let Some(info) = self.info(f) else { return vec![] };
        let path = format!("{}.{}", info.module, info.name);
        let declared = &info.parameters;
        let mut problems: Vec<WithProblem> = given
            .iter()
            .filter_map(|(name, kind)| {
                match declared.iter().find(|parameter| parameter.name == *name) {
                    None => Some(unknown(&path, name, declared)),
                    Some(parameter) if parameter.kind != *kind => Some(wrong(parameter, *kind)),
                    Some(_) => None,
                }
            })
            .collect();
        let is_given =
            |parameter: &Parameter| given.iter().any(|(name, _)| *name == parameter.name);
        let missing = declared.iter().filter(|p| !p.optional && !is_given(p));
        problems.extend(missing.map(|parameter| WithProblem {
            code: codes::MISSING_PARAMETER,
            parameter: parameter.name.clone(),
            message: format!(
                "`{path}` needs `{}`, {}",
                parameter.name,
                parameter.kind.description()
            ),
            help: Some(format!("add `{}` under `with`", parameter.name)),
        }));
        problems
    }
}

fn unknown(path: &str, name: &str, declared: &[Parameter]) -> WithProblem {
    let near = declared
        .iter()
        .map(|parameter| (strsim::damerau_levenshtein(&parameter.name, name), &parameter.name))
        .min()
        .filter(|(distance, _)| *distance <= 2);
    let names = || declared.iter().map(|p| format!("`{}`", p.name)).collect::<Vec<_>>().join(", ");
    let help = match near {
        Some((_, near)) => format!("a parameter with a similar name exists: `{near}`"),
        None if declared.is_empty() => "it takes no parameters".to_owned(),
        None => format!("it takes {}", names()),
    };
    WithProblem {
        code: codes::UNKNOWN_PARAMETER,
        parameter: name.to_owned(),
        message: format!("`{path}` has no parameter `{name}`"),
        help: Some(help),
    }
}

fn wrong(parameter: &Parameter, given: WithType) -> WithProblem {
    WithProblem {
        code: codes::PARAMETER_TYPE,
        parameter: parameter.name.clone(),
        message: format!(
            "`{}` must be {}, not {}",
            parameter.name,
            parameter.kind.description(),
            given.description()
        ),
        help: Some(format!(
            "give {}, or declare another type in the head of the function",
            parameter.kind.description()
        )),
    }
}
