//! Allocations and processor time of a reader for texts of several lengths.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use allocation_counter::measure;
use nix::sys::resource::{UsageWho, getrusage};
use nix::time::{ClockId, clock_gettime};

/// Factor of memory for a text of twice the length: two, and what growing tables add.
const MEMORY: f64 = 2.3;
/// Bytes and allocations that any text may cost.
const USUAL: u64 = 64 << 10;
/// Factor of length of the texts whose times are compared, and the largest factor of their times:
/// the square would be 64 times as long.
const LONGER: usize = 8;
const TIME: f64 = 24.0;
/// Times below this are not compared: a reader whose time grew with the square would take longer.
const LEAST: Duration = Duration::from_millis(20);

/// Reader, and the texts that it reads.
pub(crate) struct Reader<'a, T> {
    name: &'a str,
    count: usize,
    text: T,
}

impl<'a, T: Fn(usize) -> String> Reader<'a, T> {
    /// Reader of texts with `count` parts and more, which `text` makes.
    pub(crate) fn new(name: &'a str, count: usize, text: T) -> Reader<'a, T> {
        Reader { name, count, text }
    }

    /// Checks that memory and time grow with the text.
    pub(crate) fn check(&self, read: impl Fn(&str)) {
        let short = (self.text)(self.count);
        let double = (self.text)(2 * self.count);
        let [one, two] = [&short, &double].map(|text| measure(|| read(text)));
        for (what, one, two) in [
            ("bytes", one.bytes_total, two.bytes_total),
            ("allocations", one.count_total, two.count_total),
        ] {
            let most = (MEMORY * one as f64) as u64 + USUAL;
            assert!(
                two <= most,
                "{}: {one} {what} for {} bytes, {two} for {}",
                self.name,
                short.len(),
                double.len()
            );
        }
        let long = (self.text)(LONGER * self.count);
        self.compare(|| time_of(|| read(&long)), || time_of(|| read(&short)));
    }

    /// Checks that the time of a call of floe grows with the text, which it gets on standard input.
    pub(crate) fn check_process(&self, call: &[&str]) {
        let short = (self.text)(self.count);
        let long = (self.text)(LONGER * self.count);
        self.compare(|| time_of_call(call, &long), || time_of_call(call, &short));
    }

    fn compare(&self, long: impl Fn() -> Duration, short: impl Fn() -> Duration) {
        let mut least = [Duration::MAX; 2];
        // What else the machine does can only lengthen a time.
        for _ in 0..4 {
            least = [least[0].min(long()), least[1].min(short())];
            let factor = least[0].as_secs_f64() / least[1].as_secs_f64().max(1e-6);
            if least[0] < LEAST || factor <= TIME {
                return;
            }
        }
        panic!(
            "{}: {:?} in place of {:?} for {LONGER} times the text",
            self.name, least[0], least[1]
        );
    }
}

/// Processor time of this thread in a call.
fn time_of(call: impl FnOnce()) -> Duration {
    let now = || Duration::from(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).unwrap());
    let start = now();
    call();
    now() - start
}

/// Processor time of a process.
fn time_of_call(call: &[&str], input: &str) -> Duration {
    let now = || {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
        let parts = [usage.user_time(), usage.system_time()];
        parts
            .iter()
            .map(|time| {
                Duration::from_micros(time.tv_sec() as u64 * 1_000_000 + time.tv_usec() as u64)
            })
            .sum::<Duration>()
    };
    let start = now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_floe"));
    command
        .args(call)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if !call.contains(&"--config") {
        command.env("FLOE_CONFIG", "");
    }
    let mut child = command.spawn().unwrap();
    // A call that refuses its input may end before it has read all of it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait().unwrap();
    now() - start
}
