//! `statetest` on fixtures that can be read.

use crate::{eevm, eevm_reading, fixture, fixtures, folder};
use serde_json::Value;
use std::{fs, path::Path};

#[track_caller]
fn results(text: &str) -> Vec<Value> {
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_case_has_a_result() {
    let path = fixture();
    let ended = eevm(&[Path::new("statetest"), &path]);
    assert_eq!(ended.code, Some(0));
    let results = results(&ended.out);
    assert!(!results.is_empty());
    // Their roots are on standard error too, traced or not, and nothing else is there.
    let roots: Vec<Value> =
        ended.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(roots.len(), results.len());
    for (result, root) in results.iter().zip(&roots) {
        assert_eq!(result["stateRoot"], root["stateRoot"]);
        assert_eq!(result["name"], "CALLBlake2f");
        assert_eq!(result["pass"], true);
        assert_eq!(result["stateRoot"].as_str().unwrap().len(), 66);
        assert!(result["fork"].is_string());
    }
}

#[test]
fn traces_and_roots_go_to_standard_error() {
    let path = fixture();
    let args = ["statetest", "--json", "--statetest.index", "0", path.to_str().unwrap()];
    let ended = eevm(&args);
    let results = results(&ended.out);
    let lines: Vec<Value> =
        ended.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let roots: Vec<_> = lines.iter().filter_map(|line| line.get("stateRoot")).collect();
    let ends = lines.iter().filter(|line| line.get("gasUsed").is_some()).count();
    assert_eq!(roots.len(), results.len());
    assert_eq!(ends, results.len());
    for (result, root) in results.iter().zip(roots) {
        assert_eq!(&result["stateRoot"], root);
    }
    assert_eq!(lines[0]["pc"], 0);
    assert_eq!(lines[0]["depth"], 1);
}

#[test]
fn cases_can_be_chosen() {
    let path = fixture();
    let count = |flags: &[&str]| {
        let args: Vec<_> = [&["statetest"][..], flags, &[path.to_str().unwrap()]].concat();
        results(&eevm(&args).out).len()
    };
    let all = count(&[]);
    assert!(all > 0);
    assert_eq!(count(&["--run", "^CALL.*2f$"]), all);
    assert_eq!(count(&["--run", "nothing"]), 0);
    assert_eq!(count(&["--statetest.fork", "Moon"]), 0);
    assert_eq!(count(&["--statetest.index", "1000"]), 0);
    assert_eq!(count(&["--statetest.index", "-1"]), all);
    assert_eq!(count(&["--statetest.index=-1"]), all);
    let ended = eevm(&["statetest", "--run", "(", "x"]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.err.starts_with("error: --run: "), "{}", ended.err);
}

#[test]
fn paths_are_read_from_standard_input() {
    let path = fixture();
    let path = path.to_str().unwrap();
    let ended = eevm_reading(&["statetest"], &format!("{path}\n  {path}\n\n{path}\n"));
    let lists: Vec<_> = serde_json::Deserializer::from_str(&ended.out)
        .into_iter::<Vec<Value>>()
        .map(Result::unwrap)
        .collect();
    assert_eq!(lists.len(), 2, "an empty line ends it");
    assert_eq!(lists[0], lists[1]);
}

#[test]
fn folders_and_archives_are_summed_up() {
    let folder = folder("archive");
    let archive = folder.join("some.tar.gz");
    let file = fs::File::create(&archive).unwrap();
    let gzip = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    let mut tar = tar::Builder::new(gzip);
    tar.append_path_with_name(fixture(), "GeneralStateTests/st/CALLBlake2f.json").unwrap();
    tar.into_inner().unwrap().finish().unwrap();
    let summary = |path: &Path| eevm(&[Path::new("statetest"), Path::new("--summary"), path]);
    let one = summary(&fixture());
    assert_eq!(one.code, Some(0));
    assert_eq!(one.out, summary(&archive).out);
    assert_eq!(one.out, summary(&fixture()).out);
    let folder = summary(&fixtures().join("stPreCompiledContracts2"));
    assert!(folder.out.ends_with(" passed, 0 failed, 0 skipped\n"), "{}", folder.out);
    assert_ne!(folder.out, one.out);
}

#[test]
fn a_wrong_root_is_a_failure() {
    let text = fs::read_to_string(fixture()).unwrap();
    let (before, rest) = text.split_once(r#""hash": "0x"#).unwrap();
    let digit = if rest.starts_with('0') { '1' } else { '0' };
    let path = folder("wrong_root").join("wrong.json");
    fs::write(&path, format!(r#"{before}"hash": "0x{digit}{}"#, &rest[1..])).unwrap();
    let path = path.to_str().unwrap();

    let ended = eevm(&["statetest", path]);
    assert_eq!(ended.code, Some(0));
    let failed: Vec<_> = results(&ended.out).into_iter().filter(|r| r["pass"] == false).collect();
    assert_eq!(failed.len(), 1);
    assert!(failed[0]["error"].as_str().unwrap().starts_with("state root 0x"));

    for flags in [&["--summary"][..], &["--summary", "--json"]] {
        let args: Vec<_> = [&["statetest"][..], flags, &[path]].concat();
        let ended = eevm(&args);
        assert_eq!(ended.code, Some(1));
        assert!(ended.out.contains("FAIL "), "{}", ended.out);
        assert!(ended.out.ends_with(" passed, 1 failed, 0 skipped\n"), "{}", ended.out);
    }
    let human = eevm(&["statetest", "--human", path]);
    assert!(human.out.contains("PASS ") || human.out.contains("FAIL "), "{}", human.out);
}

#[test]
fn dumps_and_times_are_added() {
    let path = fixture();
    let ended = eevm(&["statetest", "--dump", "--bench", path.to_str().unwrap()]);
    for result in results(&ended.out) {
        assert_eq!(result["state"]["root"], result["stateRoot"]);
        assert!(result["benchStats"]["gasUsed"].as_u64().unwrap() > 21_000);
    }
}
