//! The server at its socket: slow, silent and numerous clients, overload, shutdown, and a lost database.

mod database;
mod deprecation;
mod shutdown;
mod slow_clients;

use crate::support::App;
use platform::{config::CapacityConfig, http::server};
use std::net::SocketAddr;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// A server on a port of its own.
struct Server {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Server {
    /// Starts the application as `karavan serve` does.
    async fn start(app: &App) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let (stop, stopping) = watch::channel(false);
        let task = tokio::spawn(server::serve(listener, app.router.clone(), app.state.clone(), stopping));
        Self { address, stop, task }
    }

    async fn connect(&self) -> Connection {
        Connection {
            stream: TcpStream::connect(self.address).await.expect("connects"),
        }
    }

    /// The response to a request on a connection of its own.
    async fn get(&self, path: &str) -> String {
        let mut connection = self.connect().await;
        connection
            .send(&format!(
                "GET {path} HTTP/1.1\r\nHost: karavan\r\nConnection: close\r\n\r\n"
            ))
            .await;
        connection.read_all().await
    }
}

/// A connection that sends bytes that a test chooses.
struct Connection {
    stream: TcpStream,
}

impl Connection {
    async fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.expect("sends");
    }

    /// Everything until the server closes the connection.
    async fn read_all(&mut self) -> String {
        let mut bytes = Vec::new();
        // A connection that is reset ends here, too.
        let _ = self.stream.read_to_end(&mut bytes).await;
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The header of the next response.
    async fn read_header(&mut self) -> String {
        let mut bytes = Vec::new();
        while !bytes.ends_with(b"\r\n\r\n") {
            bytes.push(self.stream.read_u8().await.expect("a response"));
        }
        String::from_utf8(bytes).expect("text")
    }
}

/// The same application with other limits.
fn with_limits(app: &App, change: impl FnOnce(&mut CapacityConfig)) -> App {
    app.with_config(|config| change(&mut config.capacity))
}

/// The request of a login whose body is longer than the sent part.
fn unfinished_login(sent: &str) -> String {
    format!(
        "POST /client/login/password HTTP/1.1\r\nHost: karavan\r\nContent-Type: application/json\r\n\
         Content-Length: 60000\r\n\r\n{sent}"
    )
}
