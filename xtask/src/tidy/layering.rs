//! The table of layers against the dependencies that cargo reports.

use super::{Layer, NEVER_PUBLISHED, Problem};
use crate::workspace::{DependencyKind, Package, Workspace};

/// Every dependency that its crate's row does not allow, and every crate without a row.
pub(super) fn check(workspace: &Workspace, layers: &[Layer]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for package in &workspace.packages {
        match layers.iter().find(|layer| layer.package == package.name) {
            Some(layer) => problems.extend(arrows(workspace, package, layer)),
            None => problems.push(Problem::new(
                &*package.name,
                "has no row in the table of layers, xtask/src/tidy.rs",
            )),
        }
    }
    for layer in layers {
        if !workspace.has_package(layer.package) {
            problems.push(Problem::new(layer.package, "has a row but is not in the workspace"));
        }
    }
    problems
}

/// The dependencies of one crate that its row does not allow.
fn arrows(workspace: &Workspace, package: &Package, layer: &Layer) -> Vec<Problem> {
    let allowed = |name: &str, kind: DependencyKind, is_ours: bool| match (is_ours, kind) {
        _ if name == "xtask" => false,
        (true, DependencyKind::Dev) => layer.ours.contains(name) || name == "eevm-testing",
        (true, _) => {
            let published = !NEVER_PUBLISHED.contains(&layer.package);
            layer.ours.contains(name) && !(published && NEVER_PUBLISHED.contains(&name))
        }
        (false, DependencyKind::Dev) => true,
        (false, _) => layer.others.contains(name),
    };
    let mut problems = Vec::new();
    for dependency in &package.dependencies {
        let is_ours = dependency.is_path || workspace.has_package(&dependency.name);
        if !allowed(&dependency.name, dependency.kind, is_ours) {
            let table = match dependency.kind {
                DependencyKind::Normal => "dependencies",
                DependencyKind::Build => "build-dependencies",
                DependencyKind::Dev => "dev-dependencies",
            };
            problems.push(Problem::new(
                &*package.name,
                format!(
                    "[{table}] may not use `{}`: not in its row of xtask/src/tidy.rs",
                    dependency.name
                ),
            ));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::Uses;
    use super::*;
    use serde_json::{Value, json};

    const LOW: Layer = Layer {
        package: "low",
        ours: Uses::Only(&[]),
        others: Uses::Only(&["ruint"]),
        no_std: true,
        forbids_unsafe: true,
    };
    const HIGH: Layer = Layer {
        package: "high",
        ours: Uses::Only(&["low"]),
        others: Uses::Only(&[]),
        no_std: true,
        forbids_unsafe: true,
    };

    fn package(name: &str, dependencies: Vec<Value>) -> Value {
        json!({
            "name": name, "manifest_path": format!("crates/{name}/Cargo.toml"),
            "features": {}, "dependencies": dependencies,
            "targets": [{ "name": name, "kind": ["lib"] }],
        })
    }

    fn on(name: &str, kind: Option<&str>, path: Option<&str>) -> Value {
        json!({ "name": name, "kind": kind, "path": path })
    }

    /// The problems of a workspace of `low` and `high` with these dependencies of each.
    fn problems(low: Vec<Value>, high: Vec<Value>) -> Vec<String> {
        let metadata = json!({
            "workspace_root": "", "target_directory": "target",
            "packages": [package("low", low), package("high", high)],
        });
        let workspace = Workspace::from_metadata(&metadata).expect("metadata is whole");
        check(&workspace, &[LOW, HIGH]).iter().map(ToString::to_string).collect()
    }

    #[track_caller]
    fn refused(low: Vec<Value>, high: Vec<Value>, what: &str) {
        let found = problems(low, high);
        assert!(matches!(&found[..], [one] if one.contains(what)), "{found:?}");
    }

    #[test]
    fn what_the_rows_allow_passes() {
        let high =
            vec![on("low", None, Some("crates/low")), on("eevm-testing", Some("dev"), Some("x"))];
        let low = vec![on("ruint", None, None), on("proptest", Some("dev"), None)];
        assert_eq!(problems(low, high), Vec::<String>::new());
    }

    #[test]
    fn a_new_arrow_fails() {
        refused(vec![on("high", None, Some("crates/high"))], vec![], "`high`");
        refused(vec![on("high", Some("build"), Some("crates/high"))], vec![], "`high`");
        refused(vec![on("high", Some("dev"), Some("crates/high"))], vec![], "`high`");
    }

    #[test]
    fn a_new_library_fails_but_as_an_oracle() {
        refused(vec![on("k256", None, None)], vec![], "`k256`");
        refused(vec![], vec![on("ruint", None, None)], "`ruint`");
        assert_eq!(problems(vec![on("k256", Some("dev"), None)], vec![]), Vec::<String>::new());
    }

    #[test]
    fn nothing_published_uses_the_test_helpers_or_xtask() {
        refused(vec![], vec![on("eevm-testing", None, Some("crates/testing"))], "`eevm-testing`");
        refused(vec![], vec![on("xtask", Some("dev"), Some("xtask"))], "`xtask`");
    }

    #[test]
    fn a_crate_without_a_row_and_a_row_without_a_crate_fail() {
        let metadata = json!({
            "workspace_root": "", "target_directory": "target",
            "packages": [package("low", vec![]), package("stray", vec![])],
        });
        let workspace = Workspace::from_metadata(&metadata).expect("metadata is whole");
        let found = check(&workspace, &[LOW, HIGH]);
        assert!(
            matches!(&found[..], [a, b] if a.place == "stray" && b.place == "high"),
            "{found:?}"
        );
    }
}
