//! The program `eevm`; its commands and flags are those of go-ethereum's `evm`.
#![forbid(unsafe_code)]

mod arguments;
mod disasm;
mod dump;
mod error;
mod help;
mod input;
mod output;
mod prestate;
mod run;
mod statetest;
mod tracing;

use arguments::{Arguments, Command};
use error::CliError;
use std::process::ExitCode;

fn main() -> ExitCode {
    match arguments::parse(std::env::args_os().skip(1)).and_then(|arguments| execute(&arguments)) {
        Ok(code) => code,
        // Whoever read our output has seen enough.
        Err(CliError::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::FAILURE
        }
        Err(error) => {
            output::complain(&error);
            ExitCode::from(if matches!(error, CliError::Usage(_)) { 2 } else { 1 })
        }
    }
}

fn execute(arguments: &Arguments) -> Result<ExitCode, CliError> {
    match arguments.command {
        Command::Help(of) => output::print(&help::text(of)).map(|()| ExitCode::SUCCESS),
        Command::Version => {
            output::print(concat!("eevm version ", env!("CARGO_PKG_VERSION"), "\n"))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Run => run::run(arguments),
        Command::Disasm => disasm::disasm(arguments),
        Command::StateTest => statetest::statetest(arguments),
    }
}
