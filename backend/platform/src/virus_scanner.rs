//! The virus scanner: `clamd` of `ClamAV`, if one is configured. Content is streamed to it (`INSTREAM`).

use super::{
    bounded_stream::BoundedStream,
    config::ScannerAddress,
    state::AppState,
    telemetry::{self, CallOutcome},
};
use bytes::Bytes;
use clamav_client::tokio::{Socket, Tcp, TransportProtocol, scan_stream};
use futures::Stream;
use std::{io, time::Duration};
use tokio::time::timeout;

/// The name of the scanner in metrics and of its circuit.
const SYSTEM: &str = "clamd";
/// A large video takes seconds. The time limit of a request is longer, so that the request ends with a reason.
const TIMEOUT: Duration = Duration::from_secs(25);
/// Bytes that are sent to the scanner in a piece.
const PIECE: usize = 64 << 10;
/// The longest answer, in bytes: it names one virus.
const MAX_ANSWER: usize = 4 << 10;

/// A connection with a bounded answer.
struct Bounded<T>(T);

impl<T: TransportProtocol<Stream: Send> + Sync> TransportProtocol for Bounded<T> {
    type Stream = BoundedStream<T::Stream>;

    async fn connect(&self) -> io::Result<Self::Stream> {
        Ok(BoundedStream::new(self.0.connect().await?, MAX_ANSWER))
    }
}

/// Why content may not be stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScanError {
    /// The scanner found malware. Contains its name.
    #[error("the virus scanner found {0}")]
    Infected(String),
    /// The scanner could not be asked, so nothing is known about the content.
    #[error("the virus scanner does not answer")]
    Unavailable,
}

/// Asks the scanner about content. Without a scanner all content passes.
pub async fn scan(
    state: &AppState,
    content: impl Stream<Item = Result<Bytes, io::Error>> + Send,
) -> Result<(), ScanError> {
    let Some(address) = &state.config.virus_scanner else {
        return Ok(());
    };
    if state.breaker.open_until(SYSTEM, state.clock.now()).is_some() {
        return Err(ScanError::Unavailable);
    }
    let call = async {
        let answer = match address {
            ScannerAddress::Tcp(host_address) => scan_stream(content, Bounded(Tcp { host_address }), Some(PIECE)).await,
            ScannerAddress::Socket(socket_path) => {
                scan_stream(content, Bounded(Socket { socket_path }), Some(PIECE)).await
            }
        };
        answer.map_err(|error| error.to_string())
    };
    let limit = TIMEOUT.min(state.config.outside_patience);
    let answer = telemetry::record_call(
        SYSTEM,
        |_| timeout(limit, call),
        |answer| match answer {
            Ok(Ok(answer)) if verdict(answer).is_ok() => CallOutcome::Ok,
            Ok(_) => CallOutcome::Failed,
            Err(_) => CallOutcome::Timeout,
        },
    )
    .await;
    let answer = answer.unwrap_or_else(|_| Err("no answer in time".to_owned()));
    match answer.and_then(|answer| verdict(&answer)) {
        Ok(found) => {
            state.breaker.on_success(SYSTEM);
            found.map_or(Ok(()), |name| Err(ScanError::Infected(name)))
        }
        Err(error) => {
            tracing::error!(error, "the virus scanner could not check a file");
            state.breaker.on_failure(SYSTEM, state.clock.now());
            Err(ScanError::Unavailable)
        }
    }
}

/// The malware that an answer names, if any. An answer of another form is an error: the content was not checked.
fn verdict(answer: &[u8]) -> Result<Option<String>, String> {
    let text = String::from_utf8_lossy(answer);
    let text = text.trim_end_matches(['\0', '\n']);
    match text.strip_prefix("stream: ") {
        Some("OK") => Ok(None),
        Some(found) if found.ends_with(" FOUND") => Ok(Some(found.trim_end_matches(" FOUND").to_owned())),
        _ => Err(format!("unexpected answer: {text}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_answers_are_a_verdict() {
        assert_eq!(verdict(b"stream: OK\0"), Ok(None));
        let found = verdict(b"stream: Win.Test.EICAR_HDB-1 FOUND\0");
        assert_eq!(found, Ok(Some("Win.Test.EICAR_HDB-1".to_owned())));
        for answer in [
            &b""[..],
            b"INSTREAM size limit exceeded. ERROR\0",
            b"stream: OK, maybe\0",
            b"\xff",
        ] {
            assert!(verdict(answer).is_err(), "{answer:?}");
        }
    }
}
