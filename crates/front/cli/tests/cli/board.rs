//! The board as a process of its own.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::run::{end, isolate};

#[test]
fn idle_sockets_do_not_shut_out_others_without_a_word() {
    let mut command = Command::new("sh");
    let floe = env!("CARGO_BIN_EXE_floe");
    command.args([
        "-c",
        "ulimit -n 64; exec \"$0\" \"$@\"",
        floe,
        "board",
        "--port",
        "0",
        "--hash",
        "1",
    ]);
    isolate(&mut command);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.as_mut().unwrap())
        .read_line(&mut address)
        .unwrap();
    let address = address
        .trim()
        .trim_start_matches("http://")
        .trim_end_matches('/');
    let idle: Vec<TcpStream> = (0..60)
        .map(|_| TcpStream::connect(address).unwrap())
        .collect();
    let mut refused = TcpStream::connect(address).unwrap();
    refused
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut answer = String::new();
    refused.read_to_string(&mut answer).unwrap();
    assert_eq!(answer, "");
    drop(idle);
    child.kill().unwrap();
    let said = end(child).err;
    assert!(
        said.contains("at most 32 connections") && said.contains("all 32 connections are open"),
        "{said}"
    );
}
