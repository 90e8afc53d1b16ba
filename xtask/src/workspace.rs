//! The checkout: its folders, its packages from `cargo metadata`, and running programs in it.

use crate::failure::Failure;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// The checkout this program was built from.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// The folder of the root manifest.
    pub root: PathBuf,
    /// Cargo's target folder.
    pub target: PathBuf,
    /// The member packages, sorted by name.
    pub packages: Vec<Package>,
}

/// One member package.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Package {
    /// Its name in the manifest.
    pub name: String,
    /// The folder of its manifest.
    pub folder: PathBuf,
    /// Whether it has a library target that is not a procedural macro.
    pub has_library: bool,
    /// Its features but `default`, sorted.
    pub features: Vec<String>,
    /// The names of its example targets, sorted.
    pub examples: Vec<String>,
    /// What its manifest depends on, of every kind.
    pub dependencies: Vec<Dependency>,
}

/// One line of a manifest's dependency tables.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    /// The name of the package depended on.
    pub name: String,
    /// Which table it stands in.
    pub kind: DependencyKind,
    /// Whether it is a path dependency.
    pub is_path: bool,
}

/// The table of a manifest a dependency stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DependencyKind {
    /// `[dependencies]`.
    Normal,
    /// `[build-dependencies]`.
    Build,
    /// `[dev-dependencies]`.
    Dev,
}

impl Workspace {
    /// Asks cargo about the checkout that this program belongs to.
    pub(crate) fn open() -> Result<Self, Failure> {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let output = cargo()
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .current_dir(&manifest)
            .output()
            .map_err(|error| Failure::failed(format!("cargo metadata: {error}")))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(Failure::failed(format!("cargo metadata: {}", text.trim())));
        }
        let metadata = serde_json::from_slice(&output.stdout)
            .map_err(|error| Failure::failed(format!("cargo metadata: {error}")))?;
        Self::from_metadata(&metadata)
            .ok_or_else(|| Failure::failed("cargo metadata has an unknown form"))
    }

    /// Reads the JSON of `cargo metadata --no-deps`.
    pub(crate) fn from_metadata(metadata: &Value) -> Option<Self> {
        let mut packages = metadata["packages"]
            .as_array()?
            .iter()
            .map(Package::from_metadata)
            .collect::<Option<Vec<_>>>()?;
        packages.sort_by(|a, b| a.name.cmp(&b.name));
        Some(Self {
            root: metadata["workspace_root"].as_str()?.into(),
            target: metadata["target_directory"].as_str()?.into(),
            packages,
        })
    }

    /// The library crates under `crates/`, sorted by name.
    pub(crate) fn libraries(&self) -> impl Iterator<Item = &Package> {
        let crates = self.root.join("crates");
        self.packages.iter().filter(move |p| p.has_library && p.folder.starts_with(&crates))
    }

    /// Whether the package named is a member.
    pub(crate) fn has_package(&self, name: &str) -> bool {
        self.packages.iter().any(|package| package.name == name)
    }

    /// Cargo, to be run in the root of the checkout.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = cargo();
        command.current_dir(&self.root);
        command
    }

    /// Where `cargo xtask fixtures` sets the public test data up.
    pub(crate) fn fixtures_place(&self) -> PathBuf {
        self.target.join("fixtures")
    }

    /// The public test data: where `EEVM_FIXTURES` points, else where it was set up, if it was.
    pub(crate) fn public_fixtures(&self) -> Option<PathBuf> {
        let named = std::env::var_os("EEVM_FIXTURES").filter(|path| !path.is_empty());
        let place = self.fixtures_place();
        named.map(PathBuf::from).or_else(|| place.is_dir().then_some(place))
    }

    /// A path as it reads from the root of the checkout.
    pub(crate) fn relative<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }
}

impl Package {
    fn from_metadata(package: &Value) -> Option<Self> {
        let targets = package["targets"].as_array()?;
        let is = |target: &Value, kind: &str| {
            target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|k| k == kind))
        };
        let mut examples = targets
            .iter()
            .filter(|target| is(target, "example"))
            .map(|target| target["name"].as_str().map(str::to_owned))
            .collect::<Option<Vec<_>>>()?;
        examples.sort();
        let features = package["features"].as_object()?.keys();
        Some(Self {
            name: package["name"].as_str()?.to_owned(),
            folder: Path::new(package["manifest_path"].as_str()?).parent()?.to_owned(),
            has_library: targets.iter().any(|target| is(target, "lib")),
            features: features.filter(|name| *name != "default").cloned().collect(),
            examples,
            dependencies: package["dependencies"]
                .as_array()?
                .iter()
                .map(Dependency::from_metadata)
                .collect::<Option<Vec<_>>>()?,
        })
    }
}

impl Dependency {
    fn from_metadata(dependency: &Value) -> Option<Self> {
        let kind = match dependency["kind"].as_str() {
            None => DependencyKind::Normal,
            Some("build") => DependencyKind::Build,
            Some("dev") => DependencyKind::Dev,
            Some(_) => return None,
        };
        let name = dependency["name"].as_str()?.to_owned();
        Some(Self { name, kind, is_path: !dependency["path"].is_null() })
    }
}

/// The cargo that started this program, else the one on the path.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a program to its end with inherited input and output.
pub(crate) fn status(command: &mut Command) -> Result<ExitStatus, Failure> {
    command.status().map_err(|error| {
        Failure::failed(format!("cannot run {}: {error}", command.get_program().to_string_lossy()))
    })
}

/// Whether a program can be started and ends well; its output is dropped.
pub(crate) fn answers(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Writes a file, making its folder first.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failure = |error: std::io::Error| {
        Failure::failed(format!("cannot write {}: {error}", path.display()))
    };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failure)?;
    }
    std::fs::write(path, text).map_err(failure)
}
