//! Writing that fails at every point, and several concurrent writers.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::testing::{Fault, Faulty};
use super::{Disk, Expect, Operation, Stamp, WriteError, lines};

const OLD: &str = "the old content\n";
const NEW: &str = "the new content, which is longer\n";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for tests")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|it| it.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Every way to fail, as a real disk would.
const FAULTS: [Fault; 8] = [
    Fault::Once(ErrorKind::StorageFull),
    Fault::Once(ErrorKind::PermissionDenied),
    Fault::Once(ErrorKind::ReadOnlyFilesystem),
    Fault::Once(ErrorKind::Interrupted),
    Fault::Once(ErrorKind::Other),
    Fault::Full,
    Fault::Dead,
    Fault::Short,
];

#[test]
fn a_write_that_fails_anywhere_leaves_the_old_content_or_the_new() {
    let sound = Faulty::never();
    let place = folder();
    let path = place.path().join("game.json");
    fs::write(&path, OLD).expect("a file");
    sound.disk().write(&path, NEW).expect("nothing fails");
    let n_operations = sound.count();
    assert_eq!(n_operations, 5, "create, write, sync, rename, sync the folder");
    let mut n_failed = 0;
    for before in [Some(OLD), None] {
        for fault in FAULTS {
            for at in 0..=n_operations + 1 {
                let place = folder();
                let path = place.path().join("game.json");
                if let Some(old) = before {
                    fs::write(&path, old).expect("a file");
                }
                let stamps = [Stamp::of(OLD.as_bytes())];
                let disk = Faulty::new(at, fault).disk();
                let written = disk.write_over(&path, NEW.as_bytes(), Expect::One(&stamps));
                let what = format!("{fault:?} at {at}: {written:?}");
                let found = fs::read_to_string(&path).ok();
                match &written {
                    Ok(()) => assert_eq!(found.as_deref(), Some(NEW), "{what}"),
                    Err(error) if error.is_written() => {
                        assert_eq!(found.as_deref(), Some(NEW), "{what}");
                    }
                    Err(error) => {
                        n_failed += 1;
                        assert_eq!(found.as_deref(), before, "{what}");
                        assert!(!error.to_string().is_empty() && !error.way_out().is_empty());
                    }
                }
                let litter = names(place.path()).len() - usize::from(found.is_some());
                if fault == Fault::Dead {
                    assert!(litter <= 1, "{what}");
                    Disk::default().sweep(place.path());
                    assert_eq!(names(place.path()).len(), usize::from(found.is_some()), "{what}");
                } else {
                    assert_eq!(litter, 0, "{what}: {:?}", names(place.path()));
                }
            }
        }
    }
    assert!(n_failed > 40, "only {n_failed} writes failed");
}

#[test]
fn short_writes_and_interruptions_are_gone_on_with() {
    let place = folder();
    let path = place.path().join("x");
    Faulty::always(Operation::Write, Fault::Short).disk().write(&path, NEW).expect("byte by byte");
    assert_eq!(fs::read_to_string(&path).expect("a file"), NEW);
    Faulty::new(1, Fault::Once(ErrorKind::Interrupted)).disk().write(&path, OLD).expect("once");
    assert_eq!(fs::read_to_string(&path).expect("a file"), OLD);
}

#[test]
fn a_file_of_somebody_else_is_noticed() {
    let place = folder();
    let (disk, path) = (Disk::default(), place.path().join("x"));
    disk.write_new(&path, OLD).expect("there is none yet");
    assert!(matches!(disk.write_new(&path, NEW), Err(WriteError::Taken)));
    let old = [Stamp::of(OLD.as_bytes())];
    disk.write_over(&path, NEW.as_bytes(), Expect::One(&old)).expect("it is as expected");
    let changed = disk.write_over(&path, OLD.as_bytes(), Expect::One(&old));
    assert!(matches!(changed, Err(WriteError::Changed)), "{changed:?}");
    assert_eq!(fs::read_to_string(&path).expect("a file"), NEW);
    assert_eq!(names(place.path()), ["x"]);
}

#[test]
fn of_many_writers_of_a_new_file_one_succeeds() {
    let place = folder();
    let path = place.path().join("x");
    let texts: Vec<String> = (0..16).map(|n| n.to_string().repeat(1000)).collect();
    let written: Vec<bool> = std::thread::scope(|scope| {
        let write = |text: &String| Disk::default().write_new(&path, text).is_ok();
        let all: Vec<_> = texts.iter().map(|text| scope.spawn(move || write(text))).collect();
        all.into_iter().map(|it| it.join().expect("no panic")).collect()
    });
    assert_eq!(written.iter().filter(|it| **it).count(), 1, "{written:?}");
    let at = written.iter().position(|it| *it).expect("one of them");
    assert_eq!(fs::read_to_string(&path).expect("a file"), texts[at]);
    assert_eq!(names(place.path()), ["x"]);
}

#[test]
fn files_that_are_being_written_are_not_swept_away() {
    let place = folder();
    let disk = Disk::default();
    let (temp, file) = disk.create_temp(place.path()).expect("a file");
    disk.sweep(place.path());
    assert!(temp.exists(), "its writer is still there");
    drop(file);
    disk.sweep(place.path());
    assert!(!temp.exists());
}

#[cfg(unix)]
#[test]
fn links_rights_and_devices_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let place = folder();
    let (disk, path, link) = (Disk::default(), place.path().join("x"), place.path().join("link"));
    disk.write(&path, OLD).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("rights");
    symlink("x", &link).expect("a link");
    disk.write(&link, NEW).expect("through the link");
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&path).expect("a file"), NEW);
    let mode = fs::metadata(&path).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    disk.write(Path::new("/dev/null"), NEW).expect("nobody keeps it");
    assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).expect("rights");
    let error = disk.write(&path, OLD).expect_err("it is read-only");
    assert_eq!(error.to_string(), "the file is read-only");
}

#[test]
fn a_folder_and_a_missing_folder_are_told() {
    let place = folder();
    let disk = Disk::default();
    assert!(disk.write(place.path(), NEW).is_err());
    let error = disk.write(&place.path().join("no/such"), NEW).expect_err("no folder");
    assert_eq!(error.way_out(), "name a file in a folder that exists");
}

#[test]
fn a_line_that_was_cut_off_is_noticed() {
    let place = folder();
    let path = place.path().join("x.jsonl");
    let disk = Faulty::new(2, Fault::Once(ErrorKind::StorageFull)).disk();
    let mut stream = disk.stream(&path).expect("a file");
    stream.line("{\"game\":1}").expect("the first line");
    stream.line("{\"game\":2}").expect_err("the disk is full");
    let text = fs::read_to_string(&path).expect("a file");
    let read = lines(&text);
    assert_eq!(read.whole, ["{\"game\":1}"]);
    assert_eq!(read.cut, Some("{\"gam"));
    assert_eq!(lines("").whole, Vec::<&str>::new());
    assert_eq!(lines("a\nb\n").whole, ["a", "b"]);
    assert_eq!(lines("a\nb\n").cut, None);
}
