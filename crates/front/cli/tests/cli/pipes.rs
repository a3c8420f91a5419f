//! Closed pipes, and Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command};

use crate::run::{end, objects, start};
use crate::{DEALT, ENDGAME};

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = start("show -");
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || while writeln!(stdin, "{ENDGAME}").is_ok() {});
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    drop(stdout);
    let ran = end(child);
    writer.join().unwrap();
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn a_result_comes_before_the_next_line_is_read() {
    let mut child = start("moves - --json");
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(stdin, "{ENDGAME}").unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert_eq!(objects(&answer)[0]["position"], ENDGAME);
    }
    drop(stdin);
    assert_eq!(end(child).status, Some(0));
}

#[cfg(unix)]
fn press_ctrl_c(child: &Child) {
    let kill = Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status()
        .unwrap();
    assert!(kill.success());
}

/// Reads standard error until a depth is complete: then the search is under way, and listens.
#[cfg(unix)]
fn wait_for_a_depth(child: &mut Child) -> BufReader<impl Read + use<>> {
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert!(line.starts_with("depth  1 "), "{line}");
    stderr
}

#[cfg(unix)]
#[test]
fn ctrl_c_gives_the_best_line_so_far() {
    let mut child = start(&format!("analyze `{DEALT}` --json --time 1h"));
    let stderr = wait_for_a_depth(&mut child);
    press_ctrl_c(&child);
    let ran = end(child);
    drop(stderr);
    assert_eq!(ran.status, Some(0));
    let object = &objects(&ran.out)[0];
    assert!(object["best"].is_string());
    assert_eq!(object["exact"], false);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_batch_after_the_position_under_way() {
    let mut child = start("analyze - --json --time 1h");
    write!(child.stdin.as_mut().unwrap(), "{DEALT}\n{DEALT}\n{DEALT}\n").unwrap();
    let stderr = wait_for_a_depth(&mut child);
    press_ctrl_c(&child);
    let ran = end(child);
    drop(stderr);
    assert_eq!(ran.status, Some(0));
    assert_eq!(objects(&ran.out).len(), 1);
}

/// A link to a pipe has no path of its own: what is written goes into the pipe.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_by_name_may_be_a_pipe() {
    for output in ["/dev/stdout", "/proc/self/fd/1"] {
        crate::run::floe!("show `{ENDGAME}` --svg `{output}`").says("<svg ");
    }
}
