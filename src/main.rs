//! The command line tool `tgo`.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::main()
}
