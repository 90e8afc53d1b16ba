//! `cargo xtask fixtures`: the public test data, and what is generated.

mod download;
mod generate;
mod setup;
mod sums;

pub(crate) use generate::{generator, python};

use crate::failure::Failure;
use crate::flags::FixturesFlags;
use crate::workspace::Workspace;
use std::path::Path;

/// The list of digests in a folder of test data.
const SUMS: &str = "SHA256SUMS";

/// Shows and verifies, sets up, or regenerates.
pub(crate) fn run(workspace: &Workspace, flags: &FixturesFlags) -> Result<(), Failure> {
    let generator = || generator(workspace).map_err(Failure::Failed);
    match flags {
        FixturesFlags::Show => show(workspace),
        FixturesFlags::Generate => generator()?.rewrite(),
        FixturesFlags::Check => generator()?.check(),
        FixturesFlags::From(path) => setup::from(workspace, path),
        FixturesFlags::Download => download::run(workspace),
    }
}

/// Says where the test data is, verifies it, and lists it.
fn show(workspace: &Workspace) -> Result<(), Failure> {
    let place = workspace.fixtures_place();
    let Some(folder) = workspace.public_fixtures() else {
        println!(
            "EEVM_FIXTURES is not set and there is no {}, so tests that need public test data do \
             not run.\n\
             Set it to a folder that holds the data and its {SUMS}, or set the data up with --from \
             PATH or --download; fixtures/README.md says more.",
            place.display()
        );
        return Ok(());
    };
    if folder == place {
        println!("EEVM_FIXTURES is not set; xtask uses {}", folder.display());
    } else {
        println!("EEVM_FIXTURES = {}", folder.display());
    }
    if !folder.is_dir() {
        return Err(Failure::failed(format!("{} is no folder", folder.display())));
    }
    list(&folder)?;
    let list = folder.join(SUMS);
    let text = std::fs::read_to_string(&list)
        .map_err(|error| Failure::failed(format!("cannot read {}: {error}", list.display())))?;
    let report = sums::verify(&folder, &text)?;
    for line in &report.wrong {
        println!("{line}");
    }
    if report.wrong.is_empty() {
        println!("{} files, all as in {SUMS}", report.right);
        Ok(())
    } else {
        Err(Failure::failed(format!(
            "{} of {} files are not as in {SUMS}",
            report.wrong.len(),
            report.wrong.len() + report.right
        )))
    }
}

/// Prints the entries of a folder with their sizes.
fn list(folder: &Path) -> Result<(), Failure> {
    let failure = |error| Failure::failed(format!("cannot read {}: {error}", folder.display()));
    let mut entries = std::fs::read_dir(folder)
        .and_then(|entries| entries.collect::<Result<Vec<_>, _>>())
        .map_err(failure)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (files, bytes) = weigh(&entry.path()).map_err(failure)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let name = if entry.path().is_dir() { format!("{name}/") } else { name };
        println!("  {name:<36} {files:>5} files {:>9} KiB", bytes.div_ceil(1024));
    }
    Ok(())
}

/// How many files there are at a path, and their bytes.
fn weigh(path: &Path) -> std::io::Result<(u64, u64)> {
    let kind = std::fs::metadata(path)?;
    if !kind.is_dir() {
        return Ok((1, kind.len()));
    }
    let mut sum = (0, 0);
    for entry in std::fs::read_dir(path)? {
        let (files, bytes) = weigh(&entry?.path())?;
        sum = (sum.0 + files, sum.1 + bytes);
    }
    Ok(sum)
}
