//! The steps of `cargo xtask test`, each a function of the checkout.

use super::{Context, Done};
use crate::failure::Failure;
use crate::fixtures;
use crate::tally;
use crate::workspace::{self, Workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates whose tests also run in release, because they check what the optimiser made.
const RELEASE_TESTED: &[&str] = &["eevm-interpreter"];

/// The bare-metal stand-in that every library builds for.
const WASM: &str = "wasm32-unknown-unknown";

impl Context<'_> {
    /// Cargo with the test data's folder in its environment.
    fn cargo(&self, args: &[&str]) -> Command {
        let mut command = self.workspace.cargo();
        command.args(args);
        if let Some(folder) = &self.fixtures {
            command.env("EEVM_FIXTURES", folder);
        }
        command
    }
}

impl Done {
    /// Runs a command; it is red if that fails.
    fn expect(&mut self, what: &str, command: &mut Command) -> Result<(), Failure> {
        let status = workspace::status(command)?;
        if !status.success() {
            self.red.push(format!("{what} ({status})"));
        }
        Ok(())
    }

    /// Runs a command and counts the tests it reports.
    fn expect_tests(&mut self, what: &str, command: &mut Command) -> Result<(), Failure> {
        let (status, tally) = tally::counted(command)?;
        self.tally += tally;
        if !status.success() {
            self.red.push(format!("{what} ({status})"));
        }
        Ok(())
    }
}

/// Runs one command as a whole step.
fn one(what: &str, command: &mut Command) -> Result<Done, Failure> {
    let mut done = Done::default();
    done.expect(what, command)?;
    Ok(done)
}

/// The manifest of the peers' package, if it is in this checkout.
fn peers_manifest(workspace: &Workspace) -> Option<PathBuf> {
    Some(workspace.root.join("benches/peers/Cargo.toml")).filter(|path| path.is_file())
}

pub(super) fn fmt(context: &Context<'_>) -> Result<Done, Failure> {
    let mut done = Done::default();
    done.expect("cargo fmt", &mut context.cargo(&["fmt", "--all", "--", "--check"]))?;
    if let Some(manifest) = peers_manifest(context.workspace) {
        let mut command = context.cargo(&["fmt", "--manifest-path"]);
        command.arg(manifest).args(["--", "--check"]);
        done.expect("cargo fmt of benches/peers", &mut command)?;
    }
    Ok(done)
}

pub(super) fn tidy(context: &Context<'_>) -> Result<Done, Failure> {
    let problems = crate::tidy::check(context.workspace)?;
    let red = problems.iter().map(ToString::to_string).collect();
    Ok(Done { red, ..Done::default() })
}

pub(super) fn clippy(context: &Context<'_>) -> Result<Done, Failure> {
    let args = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    one("cargo clippy", &mut context.cargo(&args))
}

pub(super) fn tests(context: &Context<'_>) -> Result<Done, Failure> {
    let mut done = Done::default();
    let args = ["test", "--workspace", "--no-fail-fast", "--tests"];
    done.expect_tests("cargo test", &mut context.cargo(&args))?;
    Ok(done)
}

pub(super) fn doctests(context: &Context<'_>) -> Result<Done, Failure> {
    let mut done = Done::default();
    let args = ["test", "--workspace", "--no-fail-fast", "--doc"];
    done.expect_tests("cargo test --doc", &mut context.cargo(&args))?;
    Ok(done)
}

pub(super) fn doc(context: &Context<'_>) -> Result<Done, Failure> {
    let mut command = context.cargo(&["doc", "--workspace", "--no-deps"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    one("cargo doc", &mut command)
}

pub(super) fn no_default_features(context: &Context<'_>) -> Result<Done, Failure> {
    let mut done = Done::default();
    for package in context.workspace.libraries() {
        println!("    {}", package.name);
        let args = ["build", "--quiet", "--lib", "--no-default-features", "-p", &package.name];
        done.expect(&package.name, &mut context.cargo(&args))?;
    }
    Ok(done)
}

pub(super) fn wasm(context: &Context<'_>) -> Result<Done, Failure> {
    let mut done = Done::default();
    if !target_is_installed(WASM) {
        done.notes.push(format!("{WASM} is not installed (`rustup target add {WASM}`)"));
        return Ok(done);
    }
    for package in context.workspace.libraries() {
        println!("    {}", package.name);
        let mut command = context.cargo(&["build", "--quiet", "--lib", "--no-default-features"]);
        command.args(["--target", WASM, "-p", &package.name]);
        done.expect(&package.name, &mut command)?;
    }
    Ok(done)
}

/// Whether the compiler in use has the standard library of a target.
fn target_is_installed(target: &str) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let Ok(output) = Command::new(rustc).args(["--print", "sysroot"]).output() else {
        return false;
    };
    let sysroot = String::from_utf8_lossy(&output.stdout);
    Path::new(sysroot.trim()).join("lib/rustlib").join(target).join("lib").is_dir()
}

pub(super) fn features(context: &Context<'_>) -> Result<Done, Failure> {
    let mut done = Done::default();
    for package in context.workspace.libraries() {
        // Clippy rather than a build: it also finds code left unused without the feature.
        let mut check = |what: &str, flags: &[&str]| {
            println!("    {} {what}", package.name);
            let mut command = context.cargo(&["clippy", "--quiet", "--lib", "-p", &package.name]);
            command.args(flags).args(["--", "-D", "warnings"]);
            done.expect(&format!("{} {what}", package.name), &mut command)
        };
        check("without features", &["--no-default-features"])?;
        for feature in &package.features {
            check(&format!("with {feature}"), &["--no-default-features", "--features", feature])?;
        }
        check("with all features", &["--all-features"])?;
    }
    Ok(done)
}

pub(super) fn release(context: &Context<'_>) -> Result<Done, Failure> {
    let mut done = Done::default();
    for package in RELEASE_TESTED {
        let args = ["test", "--release", "--no-fail-fast", "--tests", "-p", package];
        done.expect_tests(package, &mut context.cargo(&args))?;
    }
    Ok(done)
}

pub(super) fn conformance(context: &Context<'_>) -> Result<Done, Failure> {
    let mut done = Done::default();
    let Some(folder) = &context.fixtures else {
        done.notes.push("no public fixture was run: EEVM_FIXTURES is not set".to_owned());
        return Ok(done);
    };
    let mut command = crate::conformance::command(context.workspace);
    command.arg("--fixtures").arg(folder);
    done.expect_tests("conformance", &mut command)?;
    Ok(done)
}

pub(super) fn examples(context: &Context<'_>) -> Result<Done, Failure> {
    let mut done = Done::default();
    for package in context.workspace.libraries() {
        for example in &package.examples {
            println!("    {} {example}", package.name);
            let args = ["run", "--quiet", "-p", &package.name, "--example", example];
            let output = context
                .cargo(&args)
                .output()
                .map_err(|error| Failure::failed(format!("cannot run cargo: {error}")))?;
            let what = format!("{} {example}", package.name);
            if !output.status.success() {
                println!("{}", String::from_utf8_lossy(&output.stdout));
                eprintln!("{}", String::from_utf8_lossy(&output.stderr));
                done.red.push(format!("{what} ({})", output.status));
            } else if output.stdout.is_empty() {
                done.red.push(format!("{what} prints nothing"));
            }
        }
    }
    Ok(done)
}

pub(super) fn generated(context: &Context<'_>) -> Result<Done, Failure> {
    let mut done = Done::default();
    match fixtures::generator(context.workspace) {
        Ok(generator) => generator.check_sample()?,
        Err(why) => done.notes.push(why),
    }
    Ok(done)
}

pub(super) fn peers(context: &Context<'_>) -> Result<Done, Failure> {
    let Some(manifest) = peers_manifest(context.workspace) else {
        let notes = vec!["benches/peers is not in this checkout".to_owned()];
        return Ok(Done { notes, ..Done::default() });
    };
    let mut command = context.cargo(&["clippy", "--locked", "--all-targets", "--manifest-path"]);
    command.arg(manifest).arg("--target-dir").arg(context.workspace.target.join("peers"));
    command.args(["--", "-D", "warnings"]);
    one("cargo clippy of benches/peers", &mut command)
}

pub(super) fn licences(context: &Context<'_>) -> Result<Done, Failure> {
    if !workspace::answers(&mut context.cargo(&["deny", "--version"])) {
        let notes = vec!["cargo-deny is not installed (`cargo install cargo-deny`)".to_owned()];
        return Ok(Done { notes, ..Done::default() });
    }
    one("cargo deny", &mut context.cargo(&["deny", "check", "licenses"]))
}
