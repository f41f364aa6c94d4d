//! Arguments of a call.

/// The largest number of arguments of a call.
pub const ARGS_MAX: usize = 12;

/// Arguments of a call, on the stack.
#[derive(Default)]
pub(crate) struct Args {
    values: [i32; ARGS_MAX],
    len: usize,
}

impl Args {
    pub fn push(&mut self, value: i32) {
        if self.len < ARGS_MAX {
            self.values[self.len] = value;
            self.len += 1;
        }
    }

    pub fn as_slice(&self) -> &[i32] {
        &self.values[..self.len]
    }
}
