//! Open-loop HTTP load: requests start at a fixed rate, whether or not earlier ones have been answered.

use crate::Failure;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, sleep_until},
};

/// Client addresses that the requests name in turn, so that no limit for one address applies.
const ADDRESSES: usize = 50_000;
/// Interval at which due requests are started.
const TICK: Duration = Duration::from_millis(1);
/// A request without an answer for this long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// The requests to send.
pub(crate) struct FloodPlan {
    pub(crate) address: String,
    pub(crate) token: String,
    pub(crate) path: String,
    /// Requests per second.
    pub(crate) rate: u32,
    pub(crate) time: Duration,
}

/// The latencies of the answers, by their status. Zero stands for requests without an answer.
#[derive(Default)]
struct Answers(BTreeMap<u16, Vec<Duration>>);

impl Answers {
    fn json(mut self, elapsed: Duration) -> String {
        let statuses: Vec<String> = self
            .0
            .iter_mut()
            .map(|(status, latencies)| {
                latencies.sort_unstable();
                let count = latencies.len();
                let p99 = latencies.get((count * 99 / 100).min(count - 1));
                format!(
                    "\"{status}\":{{\"requests\":{count},\"p99_us\":{}}}",
                    p99.map_or(0, Duration::as_micros)
                )
            })
            .collect();
        format!(
            "{{\"elapsed_ms\":{},\"statuses\":{{{}}}}}",
            elapsed.as_millis(),
            statuses.join(",")
        )
    }
}

/// Idle connections, the most recently used last.
type Idle = Arc<Mutex<Vec<TcpStream>>>;

/// Starts requests at the rate until the time is over, and waits for their answers. Returns the figures as one line of JSON.
///
/// A request takes an idle connection, or opens one. The latency counts from the time at which the request was due.
pub(crate) async fn run(plan: FloodPlan) -> Result<String, Failure> {
    let plan = Arc::new(plan);
    let idle = Idle::default();
    let total = u64::from(plan.rate) * u64::try_from(plan.time.as_millis())? / 1000;
    let started = Instant::now();
    let mut requests = Vec::new();
    for number in 0..total {
        let due = started + Duration::from_micros(number * 1_000_000 / u64::from(plan.rate));
        if due > Instant::now() {
            sleep_until(due + TICK).await;
        }
        let (plan, idle) = (Arc::clone(&plan), Arc::clone(&idle));
        requests.push(tokio::spawn(async move {
            let answer = tokio::time::timeout(PATIENCE, send(&plan, &idle, usize::try_from(number)?)).await;
            let status = answer.map_err(Failure::from).and_then(|status| status).unwrap_or(0);
            Ok::<_, Failure>((status, due.elapsed()))
        }));
    }
    let mut answers = Answers::default();
    for request in requests {
        let (status, latency) = request.await??;
        answers.0.entry(status).or_default().push(latency);
    }
    Ok(answers.json(started.elapsed()))
}

/// Sends one request and returns the status of its answer.
async fn send(plan: &FloodPlan, idle: &Idle, number: usize) -> Result<u16, Failure> {
    let address = number % ADDRESSES;
    let head = format!(
        "GET {} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nAccept: application/json\r\nX-Forwarded-For: 10.{}.{}.{}\r\n\r\n",
        plan.path,
        plan.address,
        plan.token,
        address / 65_536,
        address / 256 % 256,
        address % 256,
    );
    let reused = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
    if let Some(stream) = reused {
        // The server closes a connection that was idle for long; then the request takes a new one, as in any client.
        if let Ok(status) = exchange(stream, &head, idle).await {
            return Ok(status);
        }
    }
    exchange(TcpStream::connect(&plan.address).await?, &head, idle).await
}

/// Sends a request over a connection, and keeps the connection if the server does.
async fn exchange(mut stream: TcpStream, head: &str, idle: &Idle) -> Result<u16, Failure> {
    stream.set_nodelay(true)?;
    stream.write_all(head.as_bytes()).await?;
    let (status, is_kept) = read_response(&mut stream).await?;
    if is_kept {
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
    }
    Ok(status)
}

/// Reads a response: its status, and whether the connection can be used again.
async fn read_response(stream: &mut TcpStream) -> Result<(u16, bool), Failure> {
    let mut buffer = Vec::with_capacity(4096);
    loop {
        if stream.read_buf(&mut buffer).await? == 0 {
            return Err("the server closed the connection".into());
        }
        let Some(end) = buffer.windows(4).position(|window| window == b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8_lossy(&buffer[..end]).to_ascii_lowercase();
        let length: usize = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length:"))
            .ok_or("the response has no content-length")?
            .trim()
            .parse()?;
        while buffer.len() < end + 4 + length {
            if stream.read_buf(&mut buffer).await? == 0 {
                return Err("the server closed the connection".into());
            }
        }
        let status = head.split(' ').nth(1).ok_or("the response has no status")?.parse()?;
        return Ok((status, !head.contains("connection: close")));
    }
}
