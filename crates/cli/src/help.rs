//! The help text, from the tables of commands and flags.

use crate::arguments::{COMMANDS, FLAGS, Flag};
use std::fmt::Write;

/// The help of a command, or of the whole.
pub(crate) fn text(of: Option<&str>) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = match of {
        None => whole(&mut text),
        Some(command) => one(&mut text, command),
    };
    text
}

fn whole(text: &mut String) -> std::fmt::Result {
    writeln!(text, "An Ethereum Virtual Machine. Flags are those of go-ethereum's `evm`.\n")?;
    writeln!(text, "Usage: eevm COMMAND [FLAGS] [OPERANDS]\n")?;
    for (name, _, about) in COMMANDS {
        writeln!(text, "  {name:<10} {about}")?;
    }
    writeln!(text, "\n`eevm COMMAND --help` lists the flags of a command.")
}

fn one(text: &mut String, command: &str) -> std::fmt::Result {
    let about = COMMANDS.iter().find(|(name, ..)| *name == command).map_or("", |c| c.2);
    let operands = match command {
        "run" => "[CODE FILE]",
        "disasm" => "[FILE]",
        _ => "[PATH...]",
    };
    writeln!(text, "{about}\n\nUsage: eevm {command} [FLAGS] {operands}\n")?;
    match command {
        "disasm" => {
            writeln!(text, "Without a file and --code the code is read from standard input.\n")?
        }
        "statetest" => {
            writeln!(text, "Without a path, paths are read from standard input, one a line.\n")?
        }
        _ => {}
    }
    for flag in FLAGS.iter().filter(|flag| flag.commands.contains(&command)) {
        writeln!(text, "  {:<32} {}", usage(flag), flag.about)?;
    }
    Ok(())
}

fn usage(flag: &Flag) -> String {
    let names: Vec<_> = flag.names.iter().map(|name| format!("--{name}")).collect();
    let value = flag.value.map_or(String::new(), |value| format!(" {value}"));
    format!("{}{value}", names.join(", "))
}
