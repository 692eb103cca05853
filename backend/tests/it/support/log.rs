//! The log during tests. A line at level ERROR means a fault of the server, so a test fails on one that it does not expect.
//!
//! Lines are assigned to tests by the runtime that they are written in: each test has its own, with its own blocking threads.

use std::{
    collections::HashMap,
    fmt::{Debug, Write as _},
    io,
    sync::{
        LazyLock, Mutex, MutexGuard, Once, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};
use tokio::runtime::{Handle, Id};
use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    EnvFilter, Layer,
    layer::{Context, SubscriberExt as _},
    util::SubscriberInitExt as _,
};

/// All lines of requests whose id starts so are kept, for tests of the log itself.
const RECORDED_PREFIX: &str = "recorded-";

/// The errors of each runtime. `None`: written by a thread outside of any runtime.
static ERRORS: LazyLock<Mutex<HashMap<Option<Id>, Vec<String>>>> = LazyLock::new(Mutex::default);
static RECORDED_LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The lines that a test logs at level ERROR, and the lines that it expects.
pub struct ErrorLog {
    runtime: Id,
    expected: Mutex<Vec<&'static str>>,
}

impl ErrorLog {
    /// Starts to collect the errors of the current runtime.
    pub fn start() -> Self {
        install_subscriber();
        Self {
            runtime: Handle::current().id(),
            expected: Mutex::default(),
        }
    }

    /// Declares that errors with this text will be logged: at least one, or the test fails.
    pub fn expect(&self, text: &'static str) {
        lock(&self.expected).push(text);
    }

    /// Compares the errors since the last check with the expected ones.
    pub fn check(&self) -> Result<(), String> {
        let errors: Vec<String> = [Some(self.runtime), None]
            .iter()
            .flat_map(|runtime| lock(&ERRORS).remove(runtime).unwrap_or_default())
            .collect();
        let expected = std::mem::take(&mut *lock(&self.expected));
        let mut report = String::new();
        for error in &errors {
            if !expected.iter().any(|text| error.contains(text)) {
                let _ = writeln!(report, "logged at ERROR: {error}");
            }
        }
        for text in expected {
            if !errors.iter().any(|error| error.contains(text)) {
                let _ = writeln!(report, "expected at ERROR, but not logged: {text}");
            }
        }
        if report.is_empty() { Ok(()) } else { Err(report) }
    }
}

/// A request id whose lines are kept.
pub fn recorded_request_id() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{RECORDED_PREFIX}{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The JSON lines of a request with a [`recorded_request_id`].
pub fn lines_of(request_id: &str) -> Vec<serde_json::Value> {
    let mut lines = lines_containing(request_id);
    lines.retain(|line| line["span"]["request_id"] == request_id);
    lines
}

/// The JSON lines that contain a [`recorded_request_id`] in any field.
pub fn lines_containing(id: &str) -> Vec<serde_json::Value> {
    let quoted = format!("\"{id}\"");
    let lines = lock(&RECORDED_LINES);
    let found = lines.iter().filter(|line| line.contains(&quoted));
    found
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect()
}

fn install_subscriber() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // One filter for both layers: filters per layer drop an event after an `enabled!` that is followed by no event, as in sqlx.
        tracing_subscriber::registry()
            .with(EnvFilter::new("info,sqlx=error"))
            .with(CollectErrors)
            .with(platform::telemetry::json_layer(|| RecordLines))
            .init();
    });
}

/// A layer that keeps the errors of each runtime.
struct CollectErrors;

impl<S: Subscriber> Layer<S> for CollectErrors {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if *event.metadata().level() == Level::ERROR {
            let mut text = EventText(format!("{}:", event.metadata().target()));
            event.record(&mut text);
            let runtime = Handle::try_current().ok().map(|handle| handle.id());
            lock(&ERRORS).entry(runtime).or_default().push(text.0);
        }
    }
}

/// Target, message and fields of an event.
struct EventText(String);

impl Visit for EventText {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = match field.name() {
            "message" => write!(self.0, " {value:?}"),
            name => write!(self.0, " {name}={value:?}"),
        };
    }
}

/// A writer that keeps the lines of requests with [`RECORDED_PREFIX`].
struct RecordLines;

impl io::Write for RecordLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes);
        if line.contains(RECORDED_PREFIX) {
            lock(&RECORDED_LINES).push(line.into_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
