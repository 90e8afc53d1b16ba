//! The command line: one table of flags, from which reading, checking and help derive.

use crate::error::CliError;
use eevm::{Address, Fork, U256};
use lexopt::{Arg, Parser};
use std::{ffi::OsString, path::PathBuf};

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Command {
    Run,
    Disasm,
    StateTest,
    /// Of a command, or of the whole.
    Help(Option<&'static str>),
    Version,
}

/// The commands by name, and what they are for.
pub(crate) const COMMANDS: [(&str, Command, &str); 3] = [
    ("run", Command::Run, "run code in a world of its own"),
    ("disasm", Command::Disasm, "print code as instructions"),
    ("statetest", Command::StateTest, "run state tests of files, folders and archives"),
];

/// One flag.
#[derive(Debug)]
pub(crate) struct Flag {
    /// Its name, and others that mean the same.
    pub(crate) names: &'static [&'static str],
    /// What its value is; `None` for a flag that is on or off.
    pub(crate) value: Option<&'static str>,
    /// The commands that have it.
    pub(crate) commands: &'static [&'static str],
    pub(crate) about: &'static str,
}

const RUN: &[&str] = &["run"];
const TEST: &[&str] = &["statetest"];
const BOTH: &[&str] = &["run", "statetest"];
const CODE: &[&str] = &["run", "disasm"];

const fn flag(
    names: &'static [&'static str],
    value: Option<&'static str>,
    commands: &'static [&'static str],
    about: &'static str,
) -> Flag {
    Flag { names, value, commands, about }
}

/// Every flag.
pub(crate) const FLAGS: &[Flag] = &[
    flag(&["code"], Some("HEX"), CODE, "the code"),
    flag(&["codefile"], Some("PATH"), RUN, "a file with the code as hex, `-` for standard input"),
    flag(&["input"], Some("HEX"), RUN, "the call data"),
    flag(&["inputfile"], Some("PATH"), RUN, "a file with the call data as hex"),
    flag(&["gas"], Some("N"), RUN, "gas for the run (10,000,000,000)"),
    flag(&["price"], Some("WEI"), RUN, "the gas price"),
    flag(&["value"], Some("WEI"), RUN, "the value that the call has"),
    flag(&["sender"], Some("ADDRESS"), RUN, "who calls"),
    flag(&["receiver"], Some("ADDRESS"), RUN, "whose code it is"),
    flag(&["create"], None, RUN, "the code is init code"),
    flag(&["prestate"], Some("PATH"), RUN, "a genesis file: accounts and block"),
    flag(&["state.fork", "fork"], Some("NAME"), RUN, "the rules (Osaka)"),
    flag(
        &["json", "trace"],
        None,
        BOTH,
        "EIP-3155 lines: of run on standard output, of statetest on standard error",
    ),
    flag(&["trace.format"], Some("FORMAT"), BOTH, "only `json` is known"),
    flag(&["trace.nomemory", "nomemory"], None, BOTH, "no memory in traces (on)"),
    flag(&["trace.nostack", "nostack"], None, BOTH, "no stack in traces (off)"),
    flag(&["trace.noreturndata", "noreturndata"], None, BOTH, "no return data in traces (on)"),
    flag(&["bench"], None, BOTH, "time the execution"),
    flag(&["statdump"], None, RUN, "gas and time of the run on standard error"),
    flag(&["dump"], None, BOTH, "the state after it"),
    flag(&["run"], Some("REGEX"), TEST, "only tests whose name matches"),
    flag(
        &["statetest.fork"],
        Some("NAME"),
        TEST,
        "only cases of this fork, by the file's own name",
    ),
    flag(
        &["statetest.index"],
        Some("N"),
        TEST,
        "only the case at this place of its fork (-1: all)",
    ),
    flag(&["human"], None, TEST, "a line a case instead of JSON"),
    flag(
        &["summary"],
        None,
        TEST,
        "only failures, then `N passed, N failed, N skipped`; exit code 1 if any failed",
    ),
    flag(&["verbosity"], Some("N"), BOTH, "read and ignored"),
];

/// The command line, understood.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) command: Command,
    /// What is no flag, the command apart.
    pub(crate) operands: Vec<OsString>,
    /// Flags by their first name, and what they were given.
    values: Vec<(&'static str, OsString)>,
}

/// Reads the command line. A flag may have one hyphen or two, and stand before the command.
pub(crate) fn parse(args: impl Iterator<Item = OsString>) -> Result<Arguments, CliError> {
    let mut parser = Parser::from_args(args.map(two_hyphens));
    let mut words = Vec::new();
    let mut values = Vec::new();
    let (mut wants_help, mut wants_version) = (false, false);
    let wrong = |error: lexopt::Error| CliError::usage(error.to_string());
    while let Some(arg) = parser.next().map_err(wrong)? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => wants_help = true,
            Arg::Short('v') | Arg::Long("version") => wants_version = true,
            Arg::Value(word) => words.push(word),
            Arg::Long(name) => {
                let known = FLAGS.iter().find(|flag| flag.names.contains(&name));
                let flag = known.ok_or_else(|| CliError::usage(format!("no flag --{name}")))?;
                let value = if flag.value.is_some() {
                    parser.value().map_err(wrong)?
                } else {
                    parser.optional_value().unwrap_or_else(|| "true".into())
                };
                values.push((flag.names[0], value));
            }
            Arg::Short(_) => return Err(wrong(arg.unexpected())),
        }
    }
    let mut operands = words.into_iter();
    let name = operands.next();
    let known = name.as_ref().map(|name| COMMANDS.iter().find(|command| name == command.0));
    let command = match known {
        _ if wants_version => Command::Version,
        Some(Some((name, ..))) if wants_help => Command::Help(Some(name)),
        Some(Some((_, command, _))) => *command,
        None | Some(None) if wants_help => Command::Help(None),
        None => return Err(CliError::usage("no command is named")),
        Some(None) => {
            let name = name.unwrap_or_default();
            return Err(CliError::usage(format!("no command `{}`", name.to_string_lossy())));
        }
    };
    let arguments = Arguments { command, operands: operands.collect(), values };
    arguments.check()?;
    Ok(arguments)
}

/// `-json` as `--json`: no flag of ours but `-h` and `-v` is one letter.
fn two_hyphens(arg: OsString) -> OsString {
    match arg.to_str() {
        Some(text) if text.len() > 2 && text.starts_with('-') && !text.starts_with("--") => {
            format!("-{text}").into()
        }
        _ => arg,
    }
}

impl Arguments {
    /// That every flag belongs to the command, and those that are on or off say which.
    fn check(&self) -> Result<(), CliError> {
        let Some((command, ..)) = COMMANDS.iter().find(|(_, command, _)| *command == self.command)
        else {
            return Ok(());
        };
        for (name, _) in &self.values {
            for flag in FLAGS.iter().filter(|flag| flag.names[0] == *name) {
                if !flag.commands.contains(command) {
                    return Err(CliError::usage(format!("{command} has no flag --{name}")));
                }
                if flag.value.is_none() {
                    self.is_on(name, false)?;
                }
            }
        }
        Ok(())
    }

    /// What a flag was given last.
    pub(crate) fn value(&self, name: &str) -> Option<&OsString> {
        self.values.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// A flag's value as text.
    pub(crate) fn text(&self, name: &str) -> Result<Option<&str>, CliError> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let is_no_text = || CliError::content(format!("--{name}"), format!("no text: {value:?}"));
        value.to_str().map(Some).ok_or_else(is_no_text)
    }

    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        self.value(name).map(PathBuf::from)
    }

    /// Whether a flag is on; `default` if it is not given.
    pub(crate) fn is_on(&self, name: &str, default: bool) -> Result<bool, CliError> {
        match self.text(name)? {
            None => Ok(default),
            Some("true" | "1") => Ok(true),
            Some("false" | "0") => Ok(false),
            Some(other) => Err(CliError::content(
                format!("--{name}"),
                format!("`{other}` is neither true nor false"),
            )),
        }
    }

    /// A number, decimal or hexadecimal with `0x`.
    pub(crate) fn number(&self, name: &str) -> Result<Option<U256>, CliError> {
        self.parsed(name, |text| number(text).ok_or_else(|| format!("`{text}` is no number")))
    }

    /// The same, of 64 bits.
    pub(crate) fn number64(&self, name: &str) -> Result<Option<u64>, CliError> {
        self.parsed(name, |text| {
            let number = number(text).and_then(|number| u64::try_from(number).ok());
            number.ok_or_else(|| format!("`{text}` is no number of 64 bits"))
        })
    }

    pub(crate) fn address(&self, name: &str) -> Result<Option<Address>, CliError> {
        self.parsed(name, |text| address(text).ok_or_else(|| format!("`{text}` is no address")))
    }

    pub(crate) fn fork(&self, name: &str) -> Result<Option<Fork>, CliError> {
        self.parsed(name, |text| text.parse().map_err(|error| format!("{error} `{text}`")))
    }

    fn parsed<T>(
        &self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, CliError> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        parse(text).map(Some).map_err(|reason| CliError::content(format!("--{name}"), reason))
    }
}

/// A number, decimal or hexadecimal with `0x`.
pub(crate) fn number(text: &str) -> Option<U256> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let is_plain = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if is_plain { U256::from_str_radix(digits, radix).ok() } else { None }
}

/// An address of up to 40 hexadecimal digits; those that are missing are zero, as go-ethereum
/// has it.
pub(crate) fn address(text: &str) -> Option<Address> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    if digits.is_empty() || digits.len() > 40 {
        return None;
    }
    let word = number(&format!("0x{digits}"))?;
    Address::from_slice(&word.to_be_bytes::<32>()[12..])
}
