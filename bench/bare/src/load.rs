//! Closed-loop load over kept connections; the latency of every answer is kept.

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

/// What is sent.
pub(crate) struct Plan {
    pub(crate) address: String,
    pub(crate) token: String,
    pub(crate) method: String,
    /// `{}` in it becomes the number that the path has.
    pub(crate) body: String,
    /// Taken in turn; `{}` in one becomes the next number.
    pub(crate) paths: Vec<String>,
    pub(crate) connections: usize,
    pub(crate) time: Duration,
    /// The first of those numbers.
    pub(crate) first: usize,
    /// How many requests end it before its time does.
    pub(crate) at_most: usize,
}

impl Plan {
    /// The path and the body of a request.
    fn request(&self, request: usize) -> (String, String) {
        let number = (self.first + request).to_string();
        let path = self.paths.get(request % self.paths.len().max(1));
        let path = path.map(|path| path.replace("{}", &number)).unwrap_or_default();
        (path, self.body.replace("{}", &number))
    }
}

/// What a run has measured.
pub(crate) struct Tally {
    took: Vec<Duration>,
    elapsed: Duration,
}

impl Tally {
    pub(crate) fn of(mut took: Vec<Duration>, elapsed: Duration) -> Self {
        took.sort_unstable();
        Self { took, elapsed }
    }

    fn at(&self, percent: usize) -> u128 {
        let place = (self.took.len() * percent / 100).min(self.took.len().saturating_sub(1));
        self.took.get(place).map_or(0, Duration::as_micros)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let requests = self.took.len();
        let per_second = requests as u128 * 1_000_000 / self.elapsed.as_micros().max(1);
        let (p50, p99) = (self.at(50), self.at(99));
        write!(
            to,
            "{{\"requests\":{requests},\"per_second\":{per_second},\"p50_us\":{p50},\"p99_us\":{p99}}}"
        )
    }
}

/// Sends until the time is over and tells the figures as one line of JSON.
pub(crate) async fn run(plan: Plan) -> Result<String, Failure> {
    let plan = Arc::new(plan);
    let started = Instant::now();
    let until = started + plan.time;
    let sent = Arc::new(AtomicUsize::new(0));
    let workers: Vec<_> = (0..plan.connections)
        .map(|_| tokio::spawn(work(Arc::clone(&plan), Arc::clone(&sent), until)))
        .collect();
    let mut took = Vec::new();
    for worker in workers {
        took.extend(worker.await??);
    }
    Ok(Tally::of(took, started.elapsed()).to_string())
}

async fn work(plan: Arc<Plan>, sent: Arc<AtomicUsize>, until: Instant) -> Result<Vec<Duration>, Failure> {
    let mut stream = TcpStream::connect(&plan.address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = Vec::with_capacity(64 * 1024);
    let mut took = Vec::new();
    while Instant::now() < until {
        let request = sent.fetch_add(1, Ordering::Relaxed);
        if request >= plan.at_most {
            break;
        }
        let (path, body) = plan.request(request);
        let head = format!(
            "{} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            plan.method,
            plan.address,
            plan.token,
            body.len()
        );
        let began = Instant::now();
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        answer(&mut stream, &mut buffer).await?;
        took.push(began.elapsed());
    }
    Ok(took)
}

/// Reads one answer; anything but a success ends the run, for its time would mean nothing.
async fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<(), Failure> {
    buffer.clear();
    loop {
        if stream.read_buf(buffer).await? == 0 {
            return Err("the server closed the connection".into());
        }
        let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8_lossy(&buffer[..end]).to_ascii_lowercase();
        let length: usize = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length:"))
            .ok_or("an answer without a length")?
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
