//! A headless browser with a page of the board.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::{Client, ClientBuilder, Locator};
use floe_board::server::{ServerSettings, serve};
use floe_query::QuerySettings;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Longest time to wait for anything on the page.
const PATIENCE: Duration = Duration::from_secs(60);

/// Page in a browser of its own, with a server of its own.
pub(crate) struct Page {
    pub(crate) client: Client,
    server: BoardServer,
    driver: Child,
    /// Port of the driver.
    port: u16,
    /// Address of the static site, in place of the server.
    site: Option<SocketAddr>,
    _profile: TempDir,
}

/// Server that ends when it is dropped.
struct BoardServer {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl BoardServer {
    fn start(port: u16) -> BoardServer {
        let (sender, receiver) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let queries = QuerySettings {
                parallel: 2,
                hash_mebibytes: 16,
                ..QuerySettings::default()
            };
            let settings = ServerSettings::new(([127, 0, 0, 1], port).into(), queries);
            serve(&settings, &stopped, |address| sender.send(address).unwrap()).unwrap();
        });
        BoardServer {
            address: receiver.recv().unwrap(),
            stop,
            thread: Some(thread),
        }
    }
}

/// Opens the door and the folds behind which an element lies, as a person does who wants to click
/// on it; returns whether there were any.
const OPEN: &str = "
    const element = $(arguments[0]);
    if (!element || element.checkVisibility()) return false;
    if (element.closest('#studies')) $('[data-door]').click();
    if (element.id === 'comment') $('#commenting').click();
    for (let fold = element.closest('details:not([open])'); fold; fold = fold.parentElement.closest('details:not([open])')) {
      if (!fold.querySelector('summary').contains(element)) fold.open = true;
    }
    return true;";

/// Functions that scripts have: `$` finds the first element of a selector, `$$` all of them.
const CONSOLE: &str = "\
    const $ = (selector) => document.querySelector(selector);
    const $$ = (selector) => [...document.querySelectorAll(selector)];
";

impl Drop for BoardServer {
    fn drop(&mut self) {
        self.stop.store(true, SeqCst);
        self.thread.take().unwrap().join().unwrap();
    }
}

/// Finds a program in the folders of `PATH`.
fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// Runs a test on a page of this address, relative to that of the server, or of the static site in
/// the folder that the variable `FLOE_SITE` names.
///
/// Without Chromium the test is skipped, unless the variable `CI` is `true`.
pub(crate) fn on_page(address: &str, test: impl AsyncFnOnce(&mut Page)) {
    let (Some(driver), Some(chromium)) = (program("chromedriver"), program("chromium")) else {
        assert!(
            std::env::var("CI").as_deref() != Ok("true"),
            "expected chromium and chromedriver in PATH"
        );
        eprintln!(
            "skipped: chromium and chromedriver are not installed (Debian: chromium, chromium-driver)"
        );
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut page = Page::open(driver, chromium).await;
        page.go(address).await;
        test(&mut page).await;
        page.client.clone().close().await.unwrap();
    });
}

/// Starts chromedriver and reads the port that it serves; none if it stops before it names one.
///
/// It looks for a port that is free on IPv6 and stops where another program holds it on IPv4, which
/// happens where tests run at the same time.
fn start_driver(driver: &Path, home: &Path) -> Option<(Child, u16)> {
    let mut driver = Command::new(driver)
        .arg("--port=0")
        .env("HOME", home)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(driver.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let port = lines.find_map(|line| {
        let (_, port) = line.split_once("successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    });
    let Some(port) = port else {
        driver.wait().unwrap();
        return None;
    };
    thread::spawn(move || lines.for_each(drop));
    Some((driver, port))
}

impl Page {
    async fn open(driver: PathBuf, chromium: PathBuf) -> Page {
        let server = BoardServer::start(0);
        let profile = tempfile::tempdir().unwrap();
        let (driver, port) = (0..10)
            .find_map(|_| start_driver(&driver, profile.path()))
            .expect("chromedriver finds a free port");
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1400,1000",
        ];
        let mut arguments: Vec<String> = arguments.map(str::to_owned).to_vec();
        arguments.push(format!(
            "--user-data-dir={}",
            profile.path().join("chromium").display()
        ));
        let options = json!({"binary": chromium, "args": arguments});
        let capabilities = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let Value::Object(capabilities) = capabilities else {
            unreachable!()
        };
        let client = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .unwrap();
        let site = std::env::var_os("FLOE_SITE").map(|folder| serve_folder(folder.into()));
        Page {
            client,
            server,
            driver,
            port,
            site,
            _profile: profile,
        }
    }

    /// Whether this is a page of the static site.
    pub(crate) fn is_static(&self) -> bool {
        self.site.is_some()
    }

    /// Opens an address relative to that of the server.
    pub(crate) async fn go(&self, address: &str) {
        // Two addresses that differ in their fragment only are one page, which would not be loaded
        // again.
        self.client.goto("about:blank").await.unwrap();
        let host = self.site.unwrap_or(self.server.address);
        self.client
            .goto(&format!("http://{host}/{address}"))
            .await
            .unwrap();
    }

    /// Runs a script, and returns its result. It has `$` and `$$` of the console of a browser.
    pub(crate) async fn script(&self, script: &str) -> Value {
        self.run(script, Vec::new()).await
    }

    /// Runs a script with arguments, and returns its result.
    pub(crate) async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        let with_console = format!("{CONSOLE}{script}");
        let ran = self.client.execute(&with_console, arguments);
        ran.await
            .unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Runs a script with arguments, and returns the value with which it calls its last one, which
    /// is a function.
    pub(crate) async fn value_of(&self, script: &str, arguments: Vec<Value>) -> Value {
        let script = format!("{CONSOLE}{script}");
        self.client.execute_async(&script, arguments).await.unwrap()
    }

    /// Faults of the page that this checker of [accessibility](axe) finds.
    pub(crate) async fn faults(&self, axe: &str) -> Value {
        self.script(axe).await;
        let run = "axe.run(document).then((found) => arguments[0](found.violations))";
        self.value_of(run, Vec::new()).await
    }

    /// Gives the page light or dark colours.
    pub(crate) async fn set_theme(&self, theme: &str) {
        self.script(&format!(
            "document.documentElement.dataset.theme = '{theme}'"
        ))
        .await;
    }

    /// Waits until nothing of the page lies right of its window.
    pub(crate) async fn until_it_fits(&self) {
        let page = "document.documentElement";
        self.until(&format!("{page}.scrollWidth <= {page}.clientWidth"))
            .await;
    }

    /// Waits until a script returns true.
    pub(crate) async fn until(&self, condition: &str) {
        let script = format!("return Boolean({condition})");
        let end = tokio::time::Instant::now() + PATIENCE;
        while self.script(&script).await != json!(true) {
            if tokio::time::Instant::now() > end {
                let text = self.script("return document.body.innerText").await;
                panic!("the page does not reach {condition}; it shows {text}");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until the element of a selector has this text somewhere.
    pub(crate) async fn until_text(&self, selector: &str, text: &str) {
        let [selector, text] = [selector, text].map(|part| json!(part));
        self.until(&format!("$({selector})?.textContent.includes({text})"))
            .await;
    }

    /// Clicks on an element as a person does.
    pub(crate) async fn click(&self, selector: &str) {
        // The page may replace an element between the two requests.
        loop {
            let element = self
                .client
                .wait()
                .at_most(PATIENCE)
                .for_element(Locator::Css(selector))
                .await;
            if self.run(OPEN, vec![json!(selector)]).await == json!(true) {
                self.until(&format!("$({}).checkVisibility()", json!(selector)))
                    .await;
            }
            match element
                .unwrap_or_else(|error| panic!("{selector}: {error}"))
                .click()
                .await
            {
                Err(error) if error.is_stale_element_reference() => {}
                result => return result.unwrap_or_else(|error| panic!("{selector}: {error}")),
            }
        }
    }

    /// Presses keys where the focus is.
    pub(crate) async fn press(&self, keys: &str) {
        // The page may replace the element, and put the focus on the new one, between the two
        // requests.
        loop {
            match self
                .client
                .active_element()
                .await
                .unwrap()
                .send_keys(keys)
                .await
            {
                Err(error) if error.is_stale_element_reference() => {}
                result => return result.unwrap_or_else(|error| panic!("{keys:?}: {error}")),
            }
        }
    }

    /// Clicks on a hex.
    pub(crate) async fn hex(&self, hex: &str) {
        self.click(&format!("[data-hex='{hex}']")).await;
    }

    /// Drags the pointer over hexes.
    pub(crate) async fn drag(&self, hexes: &[&str]) {
        let mut mouse = MouseActions::new("mouse".to_owned());
        for (number, hex) in hexes.iter().enumerate() {
            let script = format!(
                "const box = $(\"[data-hex='{hex}'] path\").getBoundingClientRect();
                 return [box.x + box.width / 2, box.y + box.height / 2];"
            );
            let [x, y] = serde_json::from_value::<[f64; 2]>(self.script(&script).await).unwrap();
            mouse = mouse.then(PointerAction::MoveTo {
                duration: None,
                x,
                y,
            });
            if number == 0 {
                mouse = mouse.then(PointerAction::Down {
                    button: MOUSE_BUTTON_LEFT,
                });
            }
        }
        let mouse = mouse.then(PointerAction::Up {
            button: MOUSE_BUTTON_LEFT,
        });
        self.client.perform_actions(mouse).await.unwrap();
    }

    /// Sets an option of the form of a new game.
    pub(crate) async fn set_option(&self, label: &str, value: &str) {
        self.until("$$('.set-up option').length > 20").await;
        let script = format!(
            "const fields = $$('.set-up .field');
             const select = fields.find((field) => field.textContent.startsWith({})).querySelector('select');
             select.value = {};
             select.dispatchEvent(new Event('change'));",
            json!(label),
            json!(value),
        );
        self.script(&script).await;
    }

    /// Chooses how thorough a review is.
    pub(crate) async fn set_strength(&self, strength: &str) {
        self.until("$('.start select')").await;
        let script = "const [strength] = arguments;
             const select = $('.start select');
             select.value = strength;
             select.dispatchEvent(new Event('change'));";
        self.run(script, vec![json!(strength)]).await;
    }

    /// Text of an element.
    pub(crate) async fn text(&self, selector: &str) -> String {
        let value = self
            .script(&format!("return $({}).textContent", json!(selector)))
            .await;
        value.as_str().unwrap().to_owned()
    }

    /// Ends the server.
    pub(crate) fn end_server(&mut self) {
        let port = self.server.address.port();
        self.server.stop.store(true, SeqCst);
        self.server.thread.take().unwrap().join().unwrap();
        self.server.thread = Some(thread::spawn(|| ()));
        self.server.address.set_port(port);
    }

    /// Starts the server again, at the same address.
    pub(crate) fn restart_server(&mut self) {
        self.server = BoardServer::start(self.server.address.port());
    }

    /// Asks for the result of a request, as the page does.
    pub(crate) fn answer(&self, request: &Value) -> Value {
        let settings = QuerySettings {
            hash_mebibytes: 16,
            ..QuerySettings::default()
        };
        let session = floe_board::BoardSession::new(settings);
        let reply = session.answer(&request.to_string(), &AtomicBool::new(false), &mut |_| ());
        serde_json::from_str::<Value>(&reply).unwrap()["result"].take()
    }

    /// Gives the page a window of this size, which may be smaller than any of the browser.
    pub(crate) async fn resize(&self, [width, height]: [u32; 2]) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.emulate("setDeviceMetricsOverride", metrics).await;
    }

    /// Waits for a condition in JavaScript while the page is as it would be printed, and takes a
    /// picture of it.
    pub(crate) async fn until_on_paper(&self, condition: &str, picture: &str) {
        self.emulate("setEmulatedMedia", json!({"media": "print"}))
            .await;
        self.until(condition).await;
        self.screenshot(picture).await;
        self.emulate("setEmulatedMedia", json!({"media": ""})).await;
    }

    /// Lets the browser emulate a device or a user.
    pub(crate) async fn emulate(&self, command: &str, params: Value) {
        let body = json!({"cmd": format!("Emulation.{command}"), "params": params}).to_string();
        let session = self.client.session_id().await.unwrap().unwrap();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let length = body.len();
        write!(
            stream,
            "POST /session/{session}/goog/cdp/execute HTTP/1.1\r\nHost: 127.0.0.1\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .unwrap();
        let status = BufReader::new(stream).lines().next().unwrap().unwrap();
        assert!(status.contains("200"), "{status}");
    }

    /// Saves a picture of the page in the folder that the variable `FLOE_SCREENSHOTS` names, if
    /// there is one.
    pub(crate) async fn screenshot(&self, name: &str) {
        let Some(folder) = std::env::var_os("FLOE_SCREENSHOTS") else {
            return;
        };
        let picture = self.client.screenshot().await.unwrap();
        std::fs::write(
            PathBuf::from(folder).join(name).with_extension("png"),
            picture,
        )
        .unwrap();
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // Ends the browser, too, also after a test that failed.
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            drop(stream.write_all(b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"));
        }
        drop(self.driver.wait());
    }
}

/// Checker of accessibility, from the registry of npm, which is asked once.
///
/// Without npm the test is skipped, unless the variable `CI` is `true`.
pub(crate) fn axe() -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("axe");
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if !script.exists() {
        std::fs::create_dir_all(&folder).unwrap();
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-save", "--prefix"])
            .arg(&folder)
            .arg("axe-core@4.10.3");
        let installed = npm.status().is_ok_and(|status| status.success());
        if !installed {
            assert!(
                std::env::var("CI").as_deref() != Ok("true"),
                "npm cannot install axe-core"
            );
            eprintln!("skipped: npm cannot install axe-core");
            return None;
        }
    }
    Some(std::fs::read_to_string(script).unwrap())
}

/// Serves the files of a folder until the program ends, and returns the address.
fn serve_folder(folder: PathBuf) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let answer = move |mut stream: TcpStream| -> std::io::Result<()> {
        let mut lines = BufReader::new(stream.try_clone()?).lines();
        let head = lines.next().unwrap_or_else(|| Ok(String::new()))?;
        // What is left unread would reset the connection.
        for line in lines {
            if line?.is_empty() {
                break;
            }
        }
        let name = head
            .split(' ')
            .nth(1)
            .unwrap_or("/")
            .trim_start_matches('/')
            .to_owned();
        let name = if name.is_empty() { "index.html" } else { &name };
        let media_type = match name.rsplit('.').next() {
            Some("html") => "text/html",
            Some("css") => "text/css",
            Some("js") => "text/javascript",
            Some("svg") => "image/svg+xml",
            Some("wasm") => "application/wasm",
            _ => "text/plain",
        };
        let (status, content) = match std::fs::read(folder.join(name)) {
            Ok(content) => ("200 OK", content),
            Err(_) => ("404 Not Found", Vec::new()),
        };
        let length = content.len();
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        )?;
        stream.write_all(&content)
    };
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = answer.clone();
            // A browser may leave early.
            thread::spawn(move || drop(answer(stream)));
        }
    });
    address
}
