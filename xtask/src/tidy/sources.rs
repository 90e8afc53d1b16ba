//! Rules that files keep: headers, length, README and example of a crate, paths, spaces.

use super::{Layer, Problem};
use crate::failure::Failure;
use crate::workspace::{Package, Workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most lines a source file may have, its tests not counted.
const MAX_LINES: usize = 600;

/// The file name endings of text written by hand.
const TEXT: &[&str] = &["rs", "md", "toml", "py", "sh", "txt", "yml", "yaml"];

/// What every crate under `crates/` has, and what its row asks of its root file.
pub(super) fn check_crates(workspace: &Workspace, layers: &[Layer]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let crates = workspace.root.join("crates");
    for package in &workspace.packages {
        let place = workspace.relative(&package.folder).display().to_string();
        if package.folder.starts_with(&crates) {
            problems.extend(crate_parts(package, &place));
        }
        if let Some(layer) = layers.iter().find(|layer| layer.package == package.name) {
            let file = ["src/lib.rs", "src/main.rs"]
                .into_iter()
                .find(|file| package.folder.join(file).is_file())
                .unwrap_or("src/lib.rs");
            let text = std::fs::read_to_string(package.folder.join(file)).unwrap_or_default();
            let manifest =
                std::fs::read_to_string(package.folder.join("Cargo.toml")).unwrap_or_default();
            let wrong = root_attributes(&text, layer).into_iter().chain(shared_lints(&manifest));
            problems.extend(wrong.map(|what| Problem::new(format!("{place}/{file}"), what)));
        }
    }
    problems
}

/// README of a crate, and an example if it is a library.
fn crate_parts(package: &Package, place: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    if !package.folder.join("README.md").is_file() {
        problems.push(Problem::new(place, "has no README.md"));
    }
    if package.has_library && package.examples.is_empty() {
        problems.push(Problem::new(place, "has no program in examples/"));
    }
    problems
}

/// The attributes that a crate's root file must carry.
fn root_attributes(text: &str, layer: &Layer) -> Vec<String> {
    let asked = [(layer.no_std, "#![no_std]"), (layer.forbids_unsafe, "#![forbid(unsafe_code)]")];
    let missing = |attribute: &str| !text.lines().any(|line| line.trim_end() == attribute);
    asked
        .into_iter()
        .filter(|(needed, attribute)| *needed && missing(attribute))
        .map(|(_, attribute)| format!("does not say `{attribute}`"))
        .collect()
}

/// A manifest takes the lints of the workspace.
fn shared_lints(manifest: &str) -> Option<String> {
    let mut lines = manifest.lines().map(str::trim);
    let found = lines.any(|line| line == "[lints]")
        && lines.next().is_some_and(|line| line.replace(' ', "") == "workspace=true");
    (!found).then(|| "its manifest does not take the lints of the workspace".to_owned())
}

/// Every breach in the files that git knows or would add.
pub(super) fn check_files(workspace: &Workspace) -> Result<Vec<Problem>, Failure> {
    let mut problems = Vec::new();
    for path in files(&workspace.root)? {
        // What is no UTF-8 is data; what is gone is deleted but not yet committed.
        if let Ok(text) = std::fs::read_to_string(workspace.root.join(&path)) {
            problems.extend(check_file(&path, &text));
        }
    }
    Ok(problems)
}

/// The files of the checkout, those that are ignored left out.
fn files(root: &Path) -> Result<Vec<PathBuf>, Failure> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"])
        .current_dir(root)
        .output()
        .map_err(|error| Failure::failed(format!("cannot run git: {error}")))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::failed(format!("git ls-files: {}", why.trim())));
    }
    let names = String::from_utf8_lossy(&output.stdout);
    Ok(names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
}

/// Every breach in one file.
fn check_file(path: &Path, text: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let at = |line: usize| format!("{}:{line}", path.display());
    let is_source = path.extension().is_some_and(|ending| ending == "rs");
    if is_source {
        if !text.starts_with("//!") {
            problems.push(Problem::new(at(1), "does not begin with `//!`"));
        }
        if path.file_name().is_some_and(|name| name == "mod.rs") {
            let what = "is a mod.rs: write `foo.rs` beside `foo/`";
            problems.push(Problem::new(path.display().to_string(), what));
        }
        let lines = counted_lines(path, text);
        if lines > MAX_LINES {
            let what = format!("{lines} lines without tests, {MAX_LINES} are the most");
            problems.push(Problem::new(path.display().to_string(), what));
        }
    }
    // Fixtures hold others' data as it came; scripts have no ending.
    let by_hand = path.extension().is_none_or(|e| TEXT.iter().any(|text| e == *text));
    for (index, line) in text.lines().enumerate() {
        let mut wrong = |what: String| problems.push(Problem::new(at(index + 1), what));
        if by_hand && line.ends_with([' ', '\t']) {
            wrong("ends in a space".to_owned());
        }
        if let Some(folder) = private_path(line) {
            wrong(format!("names a path of one machine, {folder}"));
        }
        let code = line.trim_start();
        if is_source && (code.starts_with("#[ignore") || code.starts_with("#[should_panic")) {
            wrong("a test that is skipped or expects a panic".to_owned());
        }
    }
    problems
}

/// The lines of a source file without its tests.
fn counted_lines(path: &Path, text: &str) -> usize {
    let is_test = path.components().any(|part| part.as_os_str() == "tests")
        || path.file_name().is_some_and(|name| name == "tests.rs");
    if is_test {
        return 0;
    }
    let lines: Vec<_> = text.lines().collect();
    // Unit tests stand at the foot: `#[cfg(test)]`, perhaps more attributes, `mod name {`.
    let foot = |start: usize| {
        let mut rest = lines[start..].iter().filter(|line| !line.starts_with("#["));
        lines[start] == "#[cfg(test)]"
            && rest.next().is_some_and(|line| {
                let item = line.strip_prefix("pub(crate) ").unwrap_or(line);
                item.starts_with("mod ") && item.ends_with('{')
            })
    };
    (0..lines.len()).find(|start| foot(*start)).unwrap_or(lines.len())
}

/// An absolute path that exists on one machine only, if the line names one.
fn private_path(line: &str) -> Option<String> {
    ["home", "root", "tmp", "work", "Users"].iter().find_map(|folder| {
        let path = format!("/{folder}/");
        let at_start = |(index, _): &(usize, &str)| {
            // A slash inside a longer path or an address does not begin an absolute path.
            !line[..*index].ends_with(|c: char| c.is_alphanumeric() || "._-/}$)*".contains(c))
        };
        line.match_indices(&path).any(|hit| at_start(&hit)).then_some(path)
    })
}

#[cfg(test)]
mod tests {
    use super::super::Uses;
    use super::*;

    #[track_caller]
    fn wrong(path: &str, text: &str, what: &str) {
        let found = check_file(Path::new(path), text);
        assert!(matches!(&found[..], [one] if one.what.contains(what)), "{found:?}");
    }

    #[track_caller]
    fn fine(path: &str, text: &str) {
        assert_eq!(check_file(Path::new(path), text), vec![]);
    }

    #[test]
    fn a_source_file_says_what_it_is_for() {
        fine("src/a.rs", "//! What it is for.\n");
        wrong("src/a.rs", "fn main() {}\n", "begin with");
        wrong("src/a.rs", "", "begin with");
        wrong("src/a.rs", "// not a doc comment\n", "begin with");
    }

    #[test]
    fn mod_files_are_refused() {
        wrong("src/a/mod.rs", "//! A.\n", "mod.rs");
    }

    #[test]
    fn long_files_are_refused_and_tests_are_not_counted() {
        let body = format!("//! A.\n{}", "fn f() {}\n".repeat(599));
        fine("src/a.rs", &body);
        wrong("src/a.rs", &format!("{body}fn g() {{}}\n"), "601 lines");
        let test = "#[cfg(test)]\nmod tests {\n    fn f() {}\n}\n".to_owned();
        fine("src/a.rs", &format!("{body}{test}"));
        fine("tests/it/a.rs", &format!("{body}{body}"));
        fine("src/a/tests.rs", &format!("{body}{body}"));
        // An item that only tests use is no foot: what follows still counts.
        let item = "#[cfg(test)]\nmod helpers;\n";
        wrong("src/a.rs", &format!("//! A.\n{item}{}", "fn f() {}\n".repeat(599)), "602 lines");
    }

    #[test]
    fn spaces_at_the_end_are_refused_in_text_but_not_in_data() {
        wrong("docs/a.md", "one\ntwo \n", "ends in a space");
        wrong(".ci/run", "set -e\t\n", "ends in a space");
        fine("fixtures/a.json", "{} \n");
    }

    #[test]
    fn paths_of_one_machine_are_refused() {
        for folder in ["home", "tmp", "work", "root", "Users"] {
            wrong("docs/a.md", &format!("see /{folder}/x\n"), "path of one machine");
            wrong(
                "fixtures/a.json",
                &format!("{{\"a\": \"/{folder}/x\"}}\n"),
                "path of one machine",
            );
            fine(
                "docs/a.md",
                &format!("see a/{folder}/x and ../{folder}/x and ${{A}}/{folder}/x\n"),
            );
        }
    }

    #[test]
    fn skipped_tests_are_refused() {
        for attribute in ["ignore", "should_panic"] {
            let text = format!("//! A.\n    #[{attribute}]\n    fn f() {{}}\n");
            wrong("tests/it/a.rs", &text, "skipped");
        }
    }

    #[test]
    fn root_files_carry_their_attributes() {
        let layer = Layer {
            package: "a",
            ours: Uses::Any,
            others: Uses::Any,
            no_std: true,
            forbids_unsafe: true,
        };
        let whole = "//! A.\n#![no_std]\n#![forbid(unsafe_code)]\n";
        assert_eq!(root_attributes(whole, &layer), Vec::<String>::new());
        assert_eq!(root_attributes("//! A.\n", &layer).len(), 2);
        let commented = "//! A.\n// #![no_std]\n#![forbid(unsafe_code)]\n";
        assert_eq!(root_attributes(commented, &layer), ["does not say `#![no_std]`"]);
    }

    #[test]
    fn manifests_take_the_lints_of_the_workspace() {
        assert_eq!(shared_lints("[package]\n\n[lints]\nworkspace = true\n"), None);
        assert!(shared_lints("[package]\nname = \"a\"\n").is_some());
        assert!(shared_lints("[lints]\nrust.missing_docs = \"allow\"\n").is_some());
    }

    #[test]
    fn a_crate_without_readme_or_example_is_refused() {
        let package = Package {
            name: "a".to_owned(),
            folder: std::env::temp_dir().join("eevm-no-such-folder"),
            has_library: true,
            features: vec![],
            examples: vec![],
            dependencies: vec![],
        };
        let found: Vec<_> =
            crate_parts(&package, "crates/a").iter().map(ToString::to_string).collect();
        assert_eq!(found, ["crates/a: has no README.md", "crates/a: has no program in examples/"]);
        // A program is its own example.
        let found = crate_parts(&Package { has_library: false, ..package }, "crates/a");
        assert_eq!(found.len(), 1);
    }
}
