//! Flags, commands, help.

use crate::eevm;

#[track_caller]
fn check_usage(line: &str, message: &str) {
    let ended = eevm(&line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert_eq!(ended.out, "");
    assert_eq!(ended.err, format!("error: {message} (`eevm --help` says more)\n"));
}

#[track_caller]
fn check_value(line: &str, message: &str) {
    let ended = eevm(&line.split_whitespace().collect::<Vec<_>>());
    assert_eq!((ended.code, &*ended.err), (Some(1), &*format!("error: {message}\n")));
}

#[test]
fn wrong_command_lines_are_named() {
    check_usage("", "no command is named");
    check_usage("fly", "no command `fly`");
    check_usage("run --moon", "no flag --moon");
    check_usage("run -moon", "no flag --moon");
    check_usage("run --code", "missing argument for option '--code'");
    check_usage("run --human", "run has no flag --human");
    check_usage("statetest --code 00", "statetest has no flag --code");
    check_usage("disasm --json --code 00", "disasm has no flag --json");
    check_usage("run --code 00 --codefile x", "run takes one code");
    check_usage("run --input 00 --inputfile x", "run takes one input");
    check_usage("disasm a b", "disasm takes one code");
}

#[test]
fn wrong_values_are_named() {
    check_value("run --code 0", "--code: odd number of hexadecimal digits: 1");
    check_value("run --code 0x0g", "--code: invalid hexadecimal digit at position 1");
    check_value("run --gas -1", "--gas: `-1` is no number of 64 bits");
    check_value("run --gas 0x", "--gas: `0x` is no number of 64 bits");
    check_value(
        "run --gas 18446744073709551616",
        "--gas: `18446744073709551616` is no number of 64 bits",
    );
    check_value("run --value 1e9", "--value: `1e9` is no number");
    check_value("run --sender zz", "--sender: `zz` is no address");
    check_value("run --fork Moon", "--state.fork: unknown fork `Moon`");
    check_value("run --json=maybe", "--json: `maybe` is neither true nor false");
    check_value("run --json --trace.format md", "--trace.format: `md` is not json");
    check_value("run --value 1", "balance 0 is below the upfront cost");
}

#[test]
fn help_names_every_flag_of_a_command() {
    let help = eevm(&["--help"]);
    assert_eq!(help.code, Some(0));
    for command in ["run", "disasm", "statetest"] {
        assert!(help.out.contains(&format!("  {command}")), "{}", help.out);
        let help = eevm(&[command, "--help"]);
        assert!(help.out.contains(&format!("Usage: eevm {command}")), "{}", help.out);
    }
    assert!(eevm(&["statetest", "--help"]).out.contains("--statetest.index N"));
    assert!(eevm(&["--version"]).out.starts_with("eevm version "));
}
