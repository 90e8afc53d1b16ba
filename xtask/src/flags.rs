//! The arguments of every command, parsed and checked before anything runs.

pub(crate) mod help;

use crate::bench::{self, ENGINES, SUITES, Suite, TABLES};
use crate::differential::{PEERS, Peer};
use crate::failure::Failure;
use crate::test::STEPS;
use lexopt::{Arg, Parser, ValueExt as _};
use std::ffi::OsString;
use std::path::PathBuf;

/// What the user asked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Print this text.
    Help(String),
    /// Run benchmark suites.
    Bench(BenchFlags),
    /// Run the public fixtures; the arguments are the program's own.
    Conformance(Vec<OsString>),
    /// Run random cases here and on a peer; the arguments are the program's own.
    Differential(Peer, Vec<OsString>),
    /// Run every check a change needs.
    Test(TestFlags),
    /// Check layering and house rules only.
    Tidy,
    /// Show, verify or regenerate test data.
    Fixtures(FixturesFlags),
    /// Profile the arithmetic loop.
    Profile(ProfileFlags),
}

/// Arguments of `bench`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct BenchFlags {
    /// Names of suites, each known; never empty.
    pub suites: Vec<&'static str>,
    /// Shorter measurement.
    pub quick: bool,
    /// Where the rows go as one JSON list.
    pub json: Option<PathBuf>,
    /// Keep the rows under this name.
    pub save: Option<String>,
    /// Compare with the rows kept under this name.
    pub compare: Option<String>,
    /// Run interleaved with this peer instead.
    pub against: Option<&'static str>,
    /// Where the state fixtures are, instead of where the environment says.
    pub fixtures: Option<PathBuf>,
    /// Measure and print this table instead of the suite's jobs.
    pub table: Option<&'static str>,
    /// Count machine instructions instead of time.
    pub instructions: bool,
}

/// Arguments of `test`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TestFlags {
    /// Only this step.
    pub step: Option<&'static str>,
    /// Name the steps and end.
    pub list: bool,
}

/// Arguments of `fixtures`; one of them at most.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) enum FixturesFlags {
    /// Say what there is, and verify it.
    #[default]
    Show,
    /// Rewrite the generated tables.
    Generate,
    /// Regenerate into a temporary folder and compare.
    Check,
    /// Set the public test data up from a folder that holds it.
    From(PathBuf),
    /// Set it up from where it is published.
    Download,
}

/// The program that measures for `profile`.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    /// valgrind's instruction counter: exact, slow.
    #[default]
    Callgrind,
    /// Linux perf: samples of time.
    Perf,
}

/// Arguments of `profile`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ProfileFlags {
    /// The measuring program.
    pub tool: Tool,
}

/// Parses the arguments after the program's name.
pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, Failure> {
    let mut parser = Parser::from_args(args);
    match parser.next().map_err(usage)? {
        None => Err(Failure::usage(format!("no command; known: {}", help::COMMANDS))),
        Some(Arg::Short('h') | Arg::Long("help")) => Ok(Command::Help(help::overview())),
        Some(Arg::Value(name)) => match name.to_string_lossy().as_ref() {
            "bench" => parse_bench(&mut parser),
            "conformance" => conformance(&mut parser),
            "differential" => differential(&mut parser),
            "test" => test(&mut parser),
            "tidy" => tidy(&mut parser),
            "fixtures" => fixtures(&mut parser),
            "profile" => profile(&mut parser),
            "help" => Ok(Command::Help(help::overview())),
            other => {
                Err(Failure::usage(format!("unknown command `{other}`; known: {}", help::COMMANDS)))
            }
        },
        Some(other) => Err(usage(other.unexpected())),
    }
}

fn parse_bench(parser: &mut Parser) -> Result<Command, Failure> {
    let mut flags = BenchFlags::default();
    while let Some(arg) = parser.next().map_err(usage)? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(help::bench())),
            Arg::Long("quick") => flags.quick = true,
            Arg::Long("json") => flags.json = Some(parser.value().map_err(usage)?.into()),
            Arg::Long("save") => flags.save = Some(saved_name(parser, "--save")?),
            Arg::Long("compare") => flags.compare = Some(saved_name(parser, "--compare")?),
            Arg::Long("against") => {
                let name = text(parser)?;
                flags.against = Some(one_of("engine", &name, ENGINES.iter().copied())?);
            }
            Arg::Long("table") => {
                let name = text(parser)?;
                flags.table = Some(one_of("table", &name, TABLES.iter().map(|table| table.name))?);
            }
            Arg::Long("fixtures") => flags.fixtures = Some(parser.value().map_err(usage)?.into()),
            Arg::Long("instructions") => flags.instructions = true,
            Arg::Value(value) => {
                let name = value.string().map_err(usage)?;
                let suite = one_of("suite", &name, SUITES.iter().map(|suite| suite.name))?;
                if !flags.suites.contains(&suite) {
                    flags.suites.push(suite);
                }
            }
            other => return Err(usage(other.unexpected())),
        }
    }
    whole_bench(&flags)?;
    if flags.suites.is_empty() {
        flags.suites = match flags.table.and_then(bench::suite_of_table) {
            Some(suite) => vec![suite],
            None if flags.instructions => bench::COUNTED.to_vec(),
            None => default_suites(SUITES),
        };
    }
    Ok(Command::Bench(flags))
}

/// Refuses what does not go together.
fn whole_bench(flags: &BenchFlags) -> Result<(), Failure> {
    if let Some(table) = flags.table {
        let suite = bench::suite_of_table(table);
        if flags.suites.iter().any(|name| Some(*name) != suite) {
            let suite = suite.unwrap_or_default();
            return Err(Failure::usage(format!("--table {table} is one of the suite {suite}")));
        }
        if flags.against.is_some() {
            return Err(Failure::usage("--table and --against exclude each other"));
        }
    }
    if flags.fixtures.is_some() && !flags.suites.contains(&bench::FIXTURES_SUITE) {
        let suite = bench::FIXTURES_SUITE;
        return Err(Failure::usage(format!("--fixtures goes with the suite {suite}")));
    }
    if let (Some(engine), Some(suite)) =
        (flags.against, flags.suites.iter().find(|suite| !bench::PAIRED.contains(suite)))
    {
        let known = bench::PAIRED.join(", ");
        return Err(Failure::usage(format!(
            "--against {engine} does not know the suite {suite}; known: {known}"
        )));
    }
    if flags.instructions {
        if let Some(suite) = flags.suites.iter().find(|suite| !bench::COUNTED.contains(suite)) {
            let known = bench::COUNTED.join(", ");
            return Err(Failure::usage(format!(
                "--instructions does not know the suite {suite}; known: {known}"
            )));
        }
        let rows = flags.json.is_some() || flags.save.is_some() || flags.compare.is_some();
        if rows || flags.against.is_some() || flags.table.is_some() {
            return Err(Failure::usage("--instructions goes with suites only"));
        }
    }
    Ok(())
}

/// Takes all arguments as they are: the program that gets them checks them, and has the help.
fn conformance(parser: &mut Parser) -> Result<Command, Failure> {
    Ok(Command::Conformance(parser.raw_args().map_err(usage)?.collect()))
}

/// Takes `--against` and `--generate` out of the arguments; the program reads the others.
fn differential(parser: &mut Parser) -> Result<Command, Failure> {
    let (mut peer, mut rest) = (None, Vec::new());
    let mut arguments = parser.raw_args().map_err(usage)?;
    while let Some(argument) = arguments.next() {
        let text = argument.to_str().unwrap_or_default();
        match text {
            "-h" | "--help" => return Ok(Command::Help(help::differential())),
            "--generate" => peer = Some(Peer::None),
            "--against" => {
                let name = arguments.next().unwrap_or_default();
                let name = name.to_string_lossy();
                let known = one_of("peer", &name, PEERS.iter().map(|(name, _)| *name))?;
                peer = PEERS.iter().find(|(name, _)| *name == known).map(|(_, peer)| *peer);
            }
            _ => rest.push(argument),
        }
    }
    match peer {
        Some(peer) => Ok(Command::Differential(peer, rest)),
        None => Err(Failure::usage("--against PEER or --generate is missing")),
    }
}

/// The suites that run when none is named.
fn default_suites(suites: &[Suite]) -> Vec<&'static str> {
    suites.iter().filter(|suite| suite.by_default).map(|suite| suite.name).collect()
}

fn test(parser: &mut Parser) -> Result<Command, Failure> {
    let mut flags = TestFlags::default();
    while let Some(arg) = parser.next().map_err(usage)? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(help::test())),
            Arg::Long("list") => flags.list = true,
            Arg::Long("step") => {
                let name = text(parser)?;
                flags.step = Some(one_of("step", &name, STEPS.iter().map(|step| step.name))?);
            }
            other => return Err(usage(other.unexpected())),
        }
    }
    Ok(Command::Test(flags))
}

fn tidy(parser: &mut Parser) -> Result<Command, Failure> {
    match parser.next().map_err(usage)? {
        None => Ok(Command::Tidy),
        Some(Arg::Short('h') | Arg::Long("help")) => Ok(Command::Help(help::tidy())),
        Some(other) => Err(usage(other.unexpected())),
    }
}

fn fixtures(parser: &mut Parser) -> Result<Command, Failure> {
    let mut flags = FixturesFlags::Show;
    while let Some(arg) = parser.next().map_err(usage)? {
        let wanted = match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(help::fixtures())),
            Arg::Long("generate") => FixturesFlags::Generate,
            Arg::Long("check") => FixturesFlags::Check,
            Arg::Long("from") => FixturesFlags::From(parser.value().map_err(usage)?.into()),
            Arg::Long("download") => FixturesFlags::Download,
            other => return Err(usage(other.unexpected())),
        };
        if flags != FixturesFlags::Show {
            let options = "--generate, --check, --from and --download";
            return Err(Failure::usage(format!("{options} exclude each other: take one of them")));
        }
        flags = wanted;
    }
    Ok(Command::Fixtures(flags))
}

fn profile(parser: &mut Parser) -> Result<Command, Failure> {
    let mut flags = ProfileFlags::default();
    while let Some(arg) = parser.next().map_err(usage)? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(help::profile())),
            Arg::Long("tool") => {
                flags.tool = match one_of("tool", &text(parser)?, ["callgrind", "perf"])? {
                    "perf" => Tool::Perf,
                    _ => Tool::Callgrind,
                };
            }
            other => return Err(usage(other.unexpected())),
        }
    }
    Ok(Command::Profile(flags))
}

/// Finds `given` among the known names, or says which those are.
fn one_of(
    what: &str,
    given: &str,
    known: impl IntoIterator<Item = &'static str>,
) -> Result<&'static str, Failure> {
    let known: Vec<_> = known.into_iter().collect();
    known.iter().copied().find(|name| *name == given).ok_or_else(|| {
        Failure::usage(format!("unknown {what} `{given}`; known: {}", known.join(", ")))
    })
}

/// The next argument as UTF-8 text.
fn text(parser: &mut Parser) -> Result<String, Failure> {
    parser.value().map_err(usage)?.string().map_err(usage)
}

/// A name that becomes a file's name: letters, digits, `-`, `_` and inner dots.
fn saved_name(parser: &mut Parser, flag: &str) -> Result<String, Failure> {
    let name = text(parser)?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.starts_with(['.', '-']) || !name.chars().all(plain) {
        return Err(Failure::usage(format!(
            "{flag} takes a plain name of letters, digits, `-`, `_` and `.`, not `{name}`"
        )));
    }
    Ok(name)
}

fn usage(error: lexopt::Error) -> Failure {
    Failure::usage(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, Failure> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[track_caller]
    fn refused(line: &str, part: &str) {
        match parsed(line) {
            Err(failure @ Failure::Usage(_)) => {
                let message = failure.to_string();
                assert!(message.contains(part), "`{line}` gave: {message}");
                assert!(!message.contains('\n'), "more than a line: {message}");
                assert_eq!(failure.exit_code(), 2);
            }
            other => panic!("`{line}` gave {other:?}"),
        }
    }

    #[test]
    fn every_unknown_word_is_refused_by_name() {
        refused("", "no command; known: bench");
        refused("frobnicate", "unknown command `frobnicate`; known: bench");
        refused("--frob", "--frob");
        refused("bench nonsense", "unknown suite `nonsense`; known: interpreter");
        refused("bench --frob", "--frob");
        refused("bench --quick=yes", "quick");
        refused("bench --against geth", "unknown engine `geth`; known: revm");
        refused("bench --json", "json");
        refused("differential --cases 3", "--against PEER or --generate is missing");
        refused("differential --against geth", "unknown peer `geth`; known: revm, execution-specs");
        refused("test --step nope", "unknown step `nope`; known: fmt");
        refused("test extra", "extra");
        refused("tidy --frob", "--frob");
        refused("fixtures --frob", "--frob");
        refused("fixtures --generate --check", "take one");
        refused("fixtures --download --from .", "take one");
        refused("fixtures --from", "from");
        refused("bench interpreter --fixtures .", "--fixtures goes with the suite state_fixtures");
        refused("profile --tool gdb", "unknown tool `gdb`; known: callgrind, perf");
    }

    #[test]
    fn a_saved_name_cannot_leave_its_folder() {
        for name in ["../evil", "a/b", "/abs", ".", "..", ".hidden", "a\\b", "-x", "ä"] {
            refused(&format!("bench --save={name}"), "plain name");
            refused(&format!("bench --compare={name}"), "plain name");
        }
        assert!(parsed("bench --save v0.1.0_before-x").is_ok());
    }

    #[test]
    fn bench_takes_all_its_flags() {
        let line = "bench interpreter --quick --json out.json --save a --compare b --against revm";
        let flags = BenchFlags {
            suites: vec!["interpreter"],
            quick: true,
            json: Some("out.json".into()),
            save: Some("a".to_owned()),
            compare: Some("b".to_owned()),
            against: Some("revm"),
            ..BenchFlags::default()
        };
        assert_eq!(parsed(line), Ok(Command::Bench(flags)));
    }

    #[test]
    fn precompiles_and_signatures_have_a_peer() {
        let Ok(Command::Bench(flags)) = parsed("bench precompiles ecdsa --against revm --quick")
        else {
            panic!("not a bench command")
        };
        assert_eq!((flags.suites, flags.against), (vec!["precompiles", "ecdsa"], Some("revm")));
        assert!(parsed("bench --against revm").is_ok());
    }

    #[test]
    fn conformance_takes_what_its_program_takes() {
        let arguments = ["--suite", "x", "--help"].map(OsString::from).to_vec();
        let command = Command::Conformance(arguments);
        assert_eq!(parsed("conformance --suite x --help"), Ok(command));
    }

    #[test]
    fn differential_passes_on_what_it_does_not_know() {
        let arguments = ["--seed", "1", "--fork", "Osaka"].map(OsString::from).to_vec();
        let command = Command::Differential(Peer::Revm, arguments);
        assert_eq!(parsed("differential --seed 1 --against revm --fork Osaka"), Ok(command));
    }

    #[test]
    fn a_table_has_its_suite() {
        let Ok(Command::Bench(flags)) = parsed("bench --table repricing") else {
            panic!("not a bench command")
        };
        assert_eq!((flags.suites, flags.table), (vec!["precompiles"], Some("repricing")));
        refused("bench --table moon", "unknown table `moon`; known: repricing");
        refused("bench ecdsa --table repricing", "is one of the suite precompiles");
        refused("bench --table repricing --against revm", "exclude each other");
        refused("bench bls12_381 --against revm", "known: interpreter, precompiles, ecdsa");
        refused("bench interpreter --instructions", "known: precompiles, ecdsa");
        refused("bench ecdsa --instructions --save a", "goes with suites only");
    }

    #[test]
    fn a_suite_named_twice_runs_once() {
        let Ok(Command::Bench(flags)) = parsed("bench interpreter interpreter") else {
            panic!("not a bench command")
        };
        assert_eq!(flags.suites, ["interpreter"]);
    }

    #[test]
    fn no_suite_means_all_but_the_slow_ones() {
        let suites = [
            Suite { name: "interpreter", about: "", by_default: true },
            Suite { name: "state_fixtures", about: "", by_default: false },
            Suite { name: "ecdsa", about: "", by_default: true },
        ];
        assert_eq!(default_suites(&suites), ["interpreter", "ecdsa"]);
    }

    #[test]
    fn help_is_everywhere() {
        for line in ["--help", "-h", "help", "bench --help", "bench interpreter -h", "test --help"]
            .into_iter()
            .chain(["tidy --help", "fixtures -h", "profile --help"])
        {
            assert!(matches!(parsed(line), Ok(Command::Help(_))), "{line}");
        }
    }
}
