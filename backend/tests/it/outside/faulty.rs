//! A server that misbehaves in the protocol of the system that it stands for.

use platform::config::Config;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// How the server fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No connection is accepted.
    Refuse,
    /// Nothing is answered.
    HangAfterConnect,
    /// The answer stops in the middle.
    HangInTheMiddle,
    TooManyRequests,
    Failure,
    Garbage,
    /// The answer does not end.
    EndlessBody,
}

impl Fault {
    pub const ALL: [Self; 7] = [
        Self::Refuse,
        Self::HangAfterConnect,
        Self::HangInTheMiddle,
        Self::TooManyRequests,
        Self::Failure,
        Self::Garbage,
        Self::EndlessBody,
    ];

    /// Whether the server does not answer at all, or not to the end.
    pub fn is_silent(self) -> bool {
        matches!(self, Self::HangAfterConnect | Self::HangInTheMiddle)
    }
}

/// The protocol of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Http,
    Smtp,
    Clamd,
    Nats,
}

impl Protocol {
    /// Returns the bytes that are written before the server ends or continues forever.
    fn answer(self, fault: Fault) -> Vec<u8> {
        let http = |status: &str, body: &str| {
            format!(
                "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            )
        };
        let text = match (self, fault) {
            (_, Fault::Refuse | Fault::HangAfterConnect) => String::new(),
            (Self::Http, Fault::HangInTheMiddle) => {
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{\"ok\":".to_owned()
            }
            (Self::Http, Fault::TooManyRequests) => http("429 Too Many Requests", r#"{"ok":false}"#),
            (Self::Http, Fault::Failure) => http("500 Internal Server Error", r#"{"ok":false}"#),
            (Self::Http, Fault::Garbage) => http("200 OK", "<html>\u{1}not what was asked for"),
            (Self::Http, Fault::EndlessBody) => {
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n".to_owned()
            }
            (Self::Smtp, Fault::HangInTheMiddle) => "220 mail".to_owned(),
            (Self::Smtp, Fault::TooManyRequests) => "421 4.7.0 too many connections\r\n".to_owned(),
            (Self::Smtp, Fault::Failure) => "451 4.3.0 out of order\r\n".to_owned(),
            (Self::Clamd, Fault::HangInTheMiddle) => "stream: ".to_owned(),
            (Self::Nats, Fault::HangInTheMiddle) => "INFO {\"server_id\":".to_owned(),
            (Self::Nats, Fault::TooManyRequests) => "-ERR 'Maximum Connections Exceeded'\r\n".to_owned(),
            (Self::Clamd | Self::Nats, Fault::TooManyRequests | Fault::Failure) => "ERROR\0\r\n".to_owned(),
            (_, Fault::Garbage | Fault::EndlessBody) => "\u{1}\u{7}not what was asked for\r\n".to_owned(),
        };
        text.into_bytes()
    }

    /// A piece of an endless answer.
    fn piece(self) -> Vec<u8> {
        match self {
            Self::Http => format!("1000\r\n{}\r\n", "x".repeat(0x1000)).into_bytes(),
            _ => "x".repeat(0x1000).into_bytes(),
        }
    }
}

/// A server with a fault.
pub struct FaultyServer {
    /// Host and port.
    pub address: String,
    connections: Arc<AtomicUsize>,
}

impl FaultyServer {
    pub async fn start(protocol: Protocol, fault: Fault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let connections = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&connections);
        if fault != Fault::Refuse {
            tokio::spawn(async move {
                while let Ok((connection, _)) = listener.accept().await {
                    counter.fetch_add(1, Ordering::Relaxed);
                    // The client may go away at any moment.
                    tokio::spawn(async move { serve(connection, protocol, fault).await.ok() });
                }
            });
        }
        Self { address, connections }
    }

    /// The number of connections that were made.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

async fn serve(mut connection: TcpStream, protocol: Protocol, fault: Fault) -> std::io::Result<()> {
    let mut received = vec![0; 65_536];
    // Mail servers and brokers speak first.
    if matches!(protocol, Protocol::Http | Protocol::Clamd) {
        let _ = connection.read(&mut received).await?;
    }
    connection.write_all(&protocol.answer(fault)).await?;
    if fault == Fault::EndlessBody {
        loop {
            connection.write_all(&protocol.piece()).await?;
        }
    }
    if fault.is_silent() {
        // Until the client gives up.
        while connection.read(&mut received).await? > 0 {}
    }
    Ok(())
}

/// Calls end soon, so that tests of silent servers do.
pub fn lose_patience(config: &mut Config) {
    config.outside_patience = Duration::from_millis(300);
}
