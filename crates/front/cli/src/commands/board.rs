use std::fmt::Write;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use anyhow::Context;
use floe_board::server::{ServerSettings, serve};
use floe_engine::options::SearchOptions;

use super::prelude::*;
use super::query::query_settings;
use crate::arguments::duration;

/// Show the board in a browser: analyze, play, edit and review
///
/// Starts a server on this machine, prints the address of its page, and runs until Ctrl-C. Nothing
/// is sent to or loaded from any other machine. 'floe docs board' explains the page.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/board.txt"))]
pub(crate) struct Board {
    /// Port to listen on; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 8035, value_parser = number::<u16>(0..=65535))]
    port: u16,

    /// Address to listen on; other than the default, all machines that reach it can use the engine.
    /// 0.0.0.0 and :: stand for all addresses of this machine
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Answer requests to this name, too, such as the name of a proxy; can be given several times
    ///
    /// Without it the server answers to addresses and to 'localhost' only, so that no other site
    /// can direct a browser here.
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    allow_host: Vec<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Searches that run in parallel, 1 to 1024; more wait
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = count())]
    parallel: usize,

    /// Threads of each search, 1 to 1024 [default: all cores, divided by --parallel]
    #[arg(long, value_name = "N", value_parser = count())]
    threads: Option<usize>,

    /// Table size of each search in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = mebibytes())]
    hash: Option<usize>,

    /// Maximum time of a search
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration)]
    time: Duration,

    /// Engine of the analysis
    ///
    /// 'floe help analyze' lists engines and options.
    #[arg(long, value_name = "ENGINE", default_value = "default", value_parser = engine())]
    engine: EngineSpec,

    /// Print the JSON Schema of the requests of the page and their replies
    #[arg(long)]
    schema: bool,
}

impl Board {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        if self.schema {
            writeln!(io::stdout(), "{:#}", floe_board::schema())?;
            return Ok(Status::Fine);
        }
        let settings = self.settings()?;
        let interrupt = Interrupt::listen()?;
        let mut printed = Ok(());
        let ready = |address: SocketAddr| {
            let page = page_at(own_address(address));
            printed = output.remark(&greeting(address, &other_addresses(address)));
            if self.open
                && let Err(error) = open::that_detached(&page)
            {
                problem::say(&format!(
                    "--open: no browser could be started ({error}); open {page} yourself"
                ));
            }
        };
        serve(&settings, &interrupt.stop, ready)
            .with_context(|| format!("cannot listen on {}", settings.address))?;
        printed?;
        // Ctrl-C is the usual end.
        Ok(Status::Fine)
    }

    fn settings(&self) -> Result<ServerSettings> {
        let options = SearchOptions {
            threads: self.threads,
            hash_mebibytes: self.hash,
            ..SearchOptions::of(self.engine.clone())
        };
        let queries = query_settings(self.parallel, &options)?;
        let settings = ServerSettings::new(SocketAddr::new(self.host, self.port), queries);
        let connections = settings.connections.min(most_connections());
        if connections < settings.connections {
            problem::say(&format!(
                "at most {connections} connections: this process may open few files"
            ));
        }
        Ok(ServerSettings {
            names: self.allow_host.clone(),
            time: self.time,
            connections,
            full: say_full,
            ..settings
        })
    }
}

/// Reports that connections are closed, since as many others are open as there may be.
fn say_full(connections: usize) {
    problem::say(&format!(
        "all {connections} connections are open: others are closed at once"
    ));
}

/// Number of connections for which this process may open files.
#[cfg(unix)]
fn most_connections() -> usize {
    use nix::sys::resource::{Resource, getrlimit};
    /// Files that are no connections: those of the program, and connections that are refused.
    const OTHERS: u64 = 32;
    let Ok((files, _)) = getrlimit(Resource::RLIMIT_NOFILE) else {
        return usize::MAX;
    };
    usize::try_from(files.saturating_sub(OTHERS))
        .unwrap_or(usize::MAX)
        .max(1)
}

/// Number of connections for which this process may open files.
#[cfg(not(unix))]
fn most_connections() -> usize {
    usize::MAX
}

/// Reads a name of a host, without a port.
fn host_name(text: &str) -> Result<String, String> {
    let is_right = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    if text.is_empty() || !text.chars().all(is_right) {
        return Err("expected a name without a port, such as board.example".to_owned());
    }
    Ok(text.to_owned())
}

fn page_at(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// Address at which this machine itself reaches a server.
fn own_address(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Addresses at which other machines reach a server, as far as this machine knows.
fn other_addresses(address: SocketAddr) -> Vec<SocketAddr> {
    let is_any = address.ip().is_unspecified();
    let ips = if is_any {
        addresses_of_machine()
    } else {
        vec![address.ip()]
    };
    let is_reached =
        |ip: &IpAddr| !ip.to_canonical().is_loopback() && (address.is_ipv6() || ip.is_ipv4());
    ips.into_iter()
        .filter(is_reached)
        .map(|ip| SocketAddr::new(ip, address.port()))
        .collect()
}

/// Addresses from which this machine reaches others: by its usual way, and in the private networks
/// of homes and offices.
fn addresses_of_machine() -> Vec<IpAddr> {
    let mut found = Vec::new();
    // To connect a socket of UDP chooses its own address, and sends nothing. The first of each kind
    // is an address for examples.
    for others in [
        "192.0.2.1",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.0.1",
        "192.168.1.1",
        "2001:db8::1",
        "fd00::1",
    ] {
        let others: IpAddr = others.parse().expect("an address");
        let own = if others.is_ipv4() {
            IpAddr::V4(Ipv4Addr::UNSPECIFIED)
        } else {
            Ipv6Addr::UNSPECIFIED.into()
        };
        let socket = UdpSocket::bind((own, 0))
            .and_then(|socket| socket.connect((others, 9)).map(|()| socket));
        let Ok(address) = socket.and_then(|socket| socket.local_addr()) else {
            continue;
        };
        if !found.contains(&address.ip()) {
            found.push(address.ip());
        }
    }
    found
}

/// Text that names the page, and for whom it is.
fn greeting(address: SocketAddr, others: &[SocketAddr]) -> String {
    let mut text = page_at(own_address(address)) + "\n";
    for &other in others.iter().filter(|&&other| other != address) {
        let _ = writeln!(text, "{}", page_at(other));
    }
    if !address.ip().to_canonical().is_loopback() {
        text += "Warning: every machine that reaches this one can use the board and its engine";
        text += if others.is_empty() {
            "; no other address of this machine is known\n"
        } else {
            "\n"
        };
    }
    text + "Ctrl-C ends the board\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_addresses_of_a_board_are_named_with_a_warning_where_others_reach_it() {
        let at = |text: &str| text.parse::<SocketAddr>().unwrap();
        let local = greeting(at("127.0.0.1:8035"), &[]);
        assert_eq!(local, "http://127.0.0.1:8035/\nCtrl-C ends the board\n");
        let all = greeting(at("0.0.0.0:8035"), &[at("192.168.1.2:8035")]);
        assert!(
            all.starts_with(
                "http://127.0.0.1:8035/\nhttp://192.168.1.2:8035/\nWarning: every machine"
            ),
            "{all}"
        );
        let all = greeting(
            at("[::]:8035"),
            &[at("[fd00::2]:8035"), at("192.168.1.2:8035")],
        );
        assert!(
            all.starts_with(
                "http://[::1]:8035/\nhttp://[fd00::2]:8035/\nhttp://192.168.1.2:8035/\n"
            ),
            "{all}"
        );
        let one = greeting(at("192.168.1.2:80"), &[at("192.168.1.2:80")]);
        assert!(one.starts_with("http://192.168.1.2:80/\nWarning"), "{one}");
        for address in other_addresses(at("[::]:80")) {
            assert!(
                !address.ip().is_loopback() && address.port() == 80,
                "{address}"
            );
        }
        assert!(
            other_addresses(at("0.0.0.0:80"))
                .iter()
                .all(SocketAddr::is_ipv4)
        );
        assert_eq!(other_addresses(at("127.0.0.1:80")), []);
    }

    #[test]
    fn names_of_hosts_have_no_port() {
        assert_eq!(host_name("board.example").as_deref(), Ok("board.example"));
        for wrong in ["", "board.example:80", "http://board.example", "*", "a b"] {
            assert!(host_name(wrong).is_err(), "{wrong}");
        }
    }
}
