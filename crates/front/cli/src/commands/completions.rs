use clap_complete::Shell;

use super::prelude::*;
use crate::arguments::command;

/// Print the completions of a shell
///
/// Your shell then completes commands, options, engines, rules and layouts when you press Tab.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/completions.txt"))]
pub(crate) struct Completions {
    /// Shell to print completions for
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let mut script = Vec::new();
        let mut floe = command();
        clap_complete::generate(self.shell, &mut floe, "floe", &mut script);
        if self.shell == Shell::Fish {
            script.extend(names_for_fish(&floe).bytes());
        }
        output.remark(&String::from_utf8_lossy(&script))?;
        Ok(Status::Fine)
    }
}

/// Lines for fish about arguments that are names, which clap leaves out.
fn names_for_fish(floe: &clap::Command) -> String {
    let mut lines = String::new();
    for command in floe
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
    {
        let values = command
            .get_positionals()
            .flat_map(clap::Arg::get_possible_values);
        let names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        if !names.is_empty() {
            let using = format!("__fish_floe_using_subcommand {}", command.get_name());
            lines += &format!(
                "complete -c floe -n \"{using}\" -f -a \"{}\"\n",
                names.join(" ")
            );
        }
    }
    lines
}
