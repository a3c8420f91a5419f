//! Times of the page, printed and not judged: they are those of the machine.

use serde_json::{Value, json};

use crate::at;
use crate::driver::on_page;

/// Floe just dealt.
const FLOE: &str =
    "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";

/// Waits for the first picture and the first line of analysis, and for the end of five seconds of
/// analysis.
const WATCH: &str = "
    const done = arguments[0];
    const times = { longest_task: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) times.longest_task = Math.max(times.longest_task, duration);
    }).observe({ type: 'longtask', buffered: true });
    const look = () => {
      const now = performance.now();
      if ($('#board svg')) times.picture ??= now;
      if ($('.line')) times.line ??= now;
      if (times.line && now > times.line + 5000) done(times);
      else requestAnimationFrame(look);
    };
    look();";

/// Nodes and seconds of a search of the static site.
const SEARCH: &str = "
    const [request, done] = arguments;
    WebAssembly.compileStreaming(fetch('floe.wasm')).then((module) => {
      const worker = new Worker('worker.js', { type: 'module' });
      worker.onmessage = ({ data }) => {
        worker.terminate();
        done(JSON.parse(data).result);
      };
      worker.postMessage({ module });
      worker.postMessage({ line: JSON.stringify(request) });
    });";

#[test]
#[ignore = "prints times: run it alone, with --nocapture"]
fn times_of_the_page() {
    on_page("#view=play", async |page| {
        for _ in 0..3 {
            page.go(&at("analyze", FLOE)).await;
            let times = page.value_of(WATCH, Vec::new()).await;
            println!("milliseconds: {times}");
        }
        if !page.is_static() {
            return;
        }
        for _ in 0..3 {
            let request =
                json!({"id": "1", "position": FLOE, "limits": {"nodes": 1_000_000}, "threads": 1});
            let result = page.value_of(SEARCH, vec![request]).await;
            let speed = |result: &Value| {
                result["nodes"].as_f64().unwrap() / result["seconds"].as_f64().unwrap()
            };
            println!("nodes/s: {:.0}", speed(&result));
        }
    });
}

/// Goes through 30 positions of a large tree while the engine analyses.
const STEPS: &str = "
    const done = arguments[0];
    const times = { longest_task: 0, tasks: 0, positions: new Set() };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        times.tasks++;
        times.longest_task = Math.max(times.longest_task, duration);
      }
    }).observe({ type: 'longtask' });
    const step = (count) => {
      if (count < 30) {
        times.positions.add($('#moves [aria-current]')?.textContent);
        $$('#moves .block:not(.variation) .move')[count % 8].click();
        return setTimeout(step, 300, count + 1);
      }
      times.positions = [...times.positions].length;
      times.heap_mebibytes = performance.memory.usedJSHeapSize / 2 ** 20;
      done(times);
    };
    step(0);";

#[test]
#[ignore = "prints times: run it alone, with --nocapture"]
fn times_of_a_large_tree() {
    on_page("#view=shelf", async |page| {
        page.until("$('#board svg')").await;
        let moves = json!("a1 b1 f1 g1 c2 d2 e2 f2".split(' ').collect::<Vec<_>>());
        let add = include_str!("large_tree.js");
        page.value_of(add, vec![json!(FLOE), moves]).await;
        page.go("#view=shelf").await;
        page.click(".games .game").await;
        page.until("$$('#moves li').length === 2000").await;
        page.click("[data-view=analyze]").await;
        page.until("$('.line')").await;
        for _ in 0..3 {
            let times = page.value_of(STEPS, Vec::new()).await;
            println!("{times}");
        }
    });
}
