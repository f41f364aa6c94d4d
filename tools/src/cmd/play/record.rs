//! `record`: writes a scenario of the choices made and of what they changed.

use std::path::Path;

use boardwright_play::scenario;

use super::store::Over;
use super::turn::Playing;
use crate::disk::WriteError;
use crate::fail::Done;
use crate::io::{Ink, Io};
use crate::shelf::is_pack;

/// The ending of test files.
const ENDING: &str = ".yaml";

impl Playing<'_> {
    /// Marks where a scenario begins.
    pub(super) fn record_start(&mut self, io: &mut Io) -> Done<()> {
        self.mark = Some(self.session.choices().count());
        let told = "the scenario begins here; `record FILE` writes it";
        writeln!(io.out, "  {}", self.language().word(told))?;
        Ok(())
    }

    /// Writes the scenario since the mark; without a mark, of the whole game.
    pub(super) fn record(&mut self, file: Option<String>, over: Over, io: &mut Io) -> Done<()> {
        let language = self.language();
        let n_choices = self.session.choices().count();
        // Choices since the mark that were taken back do not count.
        let mark = self.mark.unwrap_or(0).min(n_choices);
        if n_choices == mark {
            let told = "nothing was chosen since the beginning of the scenario";
            writeln!(io.out, "  {}", language.word(told))?;
            return Ok(());
        }
        let pack = self.session.game.loaded.lock.packs.last();
        let pack = pack.map_or("game", |pack| pack.id.as_str());
        let (seed, first) = (self.session.seed(), mark + 1);
        let file = file.unwrap_or_else(|| format!("{pack}-{seed}-{first}-{n_choices}"));
        let file = if file.ends_with(ENDING) { file } else { format!("{file}{ENDING}") };
        let name = format!("choices {first} to {n_choices} of a game of {pack}, seed {seed}");
        let text = match scenario::record(&self.session, &name, mark) {
            Ok(text) => text,
            Err(why) => {
                let phrase = "there is no scenario of this game: {0}";
                writeln!(io.out, "  {}", io.ink(Ink::Bad, language.say(phrase, &[&why])))?;
                return Ok(());
            }
        };
        let path = io.around.path(&file);
        let folder = path.parent().filter(|folder| folder.ends_with("tests"));
        let of_pack = folder.and_then(Path::parent).filter(|pack| is_pack(pack));
        let disk = io.around.disk.clone();
        // The tests folder of a pack is created; other folders are not, since they may be misspelt.
        let ready = match (folder, of_pack) {
            (Some(folder), Some(_)) => disk.make_folder(folder),
            _ => Ok(()),
        };
        let written = ready.and_then(|()| match over {
            Over::Nothing => disk.write_new(&path, &text),
            Over::Anything => disk.write(&path, &text),
        });
        match (written, of_pack) {
            (Ok(()), Some(pack)) => {
                let pack = io.around.shown(pack);
                let phrase = "the scenario is in `{0}`; to run it: boardwright test {1}";
                writeln!(io.out, "  {}", language.say(phrase, &[&file, &pack]))?;
                self.mark = None;
            }
            (Ok(()), None) => {
                let phrase = "written to `{0}`; `boardwright test` runs it in `tests` of a pack";
                writeln!(io.out, "  {}", language.say(phrase, &[&file]))?;
                self.mark = None;
            }
            (Err(WriteError::Taken), _) => {
                let phrase = "`{0}` already exists; `record! {0}` overwrites it";
                writeln!(io.out, "  {}", language.say(phrase, &[&file]))?;
            }
            (Err(error), _) => {
                let phrase = "the scenario cannot be written to `{0}`: {1}";
                let told = language.say(phrase, &[&file, &error]);
                writeln!(io.out, "  {}", io.ink(Ink::Bad, told))?;
                writeln!(io.out, "  {}", language.word(error.way_out()))?;
            }
        }
        Ok(())
    }
}
