//! Closed-loop HTTP load over keep-alive connections. The latency of every response is recorded.

use crate::Failure;
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::Instant,
};

/// The requests to send.
pub(crate) struct LoadPlan {
    pub(crate) address: String,
    pub(crate) token: String,
    pub(crate) method: String,
    /// The request body; `{}` is replaced with the number of the request.
    pub(crate) body: String,
    /// The paths, used in turn; `{}` is replaced with the number of the request.
    pub(crate) paths: Vec<String>,
    pub(crate) connections: usize,
    pub(crate) time: Duration,
    /// The number of the first request.
    pub(crate) first: usize,
    /// The run ends after this many requests, even before its time is over.
    pub(crate) max_requests: usize,
}

impl LoadPlan {
    /// The path and the body of a request.
    fn request(&self, request: usize) -> (String, String) {
        let number = (self.first + request).to_string();
        let path = self.paths.get(request % self.paths.len().max(1));
        let path = path.map(|path| path.replace("{}", &number)).unwrap_or_default();
        (path, self.body.replace("{}", &number))
    }
}

/// The latencies of a run, sorted.
pub(crate) struct Tally {
    latencies: Vec<Duration>,
    elapsed: Duration,
}

impl Tally {
    pub(crate) fn new(mut took: Vec<Duration>, elapsed: Duration) -> Self {
        took.sort_unstable();
        Self {
            latencies: took,
            elapsed,
        }
    }

    /// The percentile in microseconds.
    fn percentile(&self, percent: usize) -> u128 {
        let index = (self.latencies.len() * percent / 100).min(self.latencies.len().saturating_sub(1));
        self.latencies.get(index).map_or(0, Duration::as_micros)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let requests = self.latencies.len();
        let per_second = requests as u128 * 1_000_000 / self.elapsed.as_micros().max(1);
        let (p50, p99) = (self.percentile(50), self.percentile(99));
        write!(
            to,
            "{{\"requests\":{requests},\"per_second\":{per_second},\"p50_us\":{p50},\"p99_us\":{p99}}}"
        )
    }
}

/// Sends requests until the time is over. Returns the figures as one line of JSON.
pub(crate) async fn run(plan: LoadPlan) -> Result<String, Failure> {
    let plan = Arc::new(plan);
    let started = Instant::now();
    let deadline = started + plan.time;
    let sent = Arc::new(AtomicUsize::new(0));
    let workers: Vec<_> = (0..plan.connections)
        .map(|_| tokio::spawn(run_connection(Arc::clone(&plan), Arc::clone(&sent), deadline)))
        .collect();
    let mut took = Vec::new();
    for worker in workers {
        took.extend(worker.await??);
    }
    Ok(Tally::new(took, started.elapsed()).to_string())
}

/// Sends requests over one connection, each after the response to the one before.
async fn run_connection(
    plan: Arc<LoadPlan>,
    sent: Arc<AtomicUsize>,
    deadline: Instant,
) -> Result<Vec<Duration>, Failure> {
    let mut stream = TcpStream::connect(&plan.address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = Vec::with_capacity(64 * 1024);
    let mut took = Vec::new();
    while Instant::now() < deadline {
        let request = sent.fetch_add(1, Ordering::Relaxed);
        if request >= plan.max_requests {
            break;
        }
        let (path, body) = plan.request(request);
        let head = format!(
            "{} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nAccept: application/json\r\nContent-Type: \
             application/json\r\nContent-Length: {}\r\n\r\n",
            plan.method,
            plan.address,
            plan.token,
            body.len()
        );
        let began = Instant::now();
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        read_response(&mut stream, &mut buffer).await?;
        took.push(began.elapsed());
    }
    Ok(took)
}

/// Reads one response. Any status but a success fails the run, because its latency would be meaningless.
async fn read_response(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<(), Failure> {
    buffer.clear();
    loop {
        if stream.read_buf(buffer).await? == 0 {
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
            if stream.read_buf(buffer).await? == 0 {
                return Err("the server closed the connection".into());
            }
        }
        let ok = head.split(' ').nth(1).is_some_and(|status| status.starts_with('2'));
        return if ok {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(buffer).into_owned().into())
        };
    }
}
