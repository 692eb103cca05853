//! The connection to a mail server, with a bound on what the server may answer: the library reads a line to its end.

use crate::bounded_stream::BoundedStream;
use lettre::{
    Message,
    transport::smtp::{
        Error, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, AsyncTokioStream, TlsParameters},
        extension::ClientId,
    },
};
use percent_encoding::percent_decode_str;
use rustls::{ClientConfig, pki_types::ServerName};
use rustls_platform_verifier::ConfigVerifierExt as _;
use std::{
    io::{self, ErrorKind},
    net::SocketAddr,
    sync::Arc,
};
use tokio::net::TcpStream;
use tokio_rustls::{TlsConnector, client::TlsStream};
use url::Url;

/// Most bytes that a server answers to one e-mail.
const MAX_ANSWERS: usize = 1 << 18;

/// When a connection is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encryption {
    Never,
    /// By `STARTTLS`, if the server offers it.
    IfOffered,
    /// By `STARTTLS`.
    Required,
    FromStart,
}

/// A mail server: `smtp://user:password@host:port/name?tls=required`, with the meaning that `lettre` gives to the parts.
#[derive(Debug)]
pub(super) struct MailServer {
    host: String,
    port: u16,
    encryption: Encryption,
    hello_name: ClientId,
    credentials: Option<Credentials>,
}

/// Why an e-mail was not sent.
#[derive(Debug, thiserror::Error)]
pub(super) enum SmtpError {
    /// The server can't be reached.
    #[error("{0}")]
    Connection(#[from] io::Error),
    /// The server refused the e-mail, or broke the protocol.
    #[error("{0}")]
    Protocol(#[from] Error),
}

impl MailServer {
    pub(super) fn parse(url: &str) -> Result<Self, String> {
        let url = Url::parse(url).map_err(|error| error.to_string())?;
        let host = url.host_str().ok_or("there is no host")?;
        let tls = url.query_pairs().find(|(name, _)| name == "tls");
        let (encryption, default_port) = match (url.scheme(), tls.as_ref().map(|(_, value)| &**value)) {
            ("smtps", _) => (Encryption::FromStart, SUBMISSIONS_PORT),
            ("smtp", None) => (Encryption::Never, SMTP_PORT),
            ("smtp", Some("opportunistic")) => (Encryption::IfOffered, SUBMISSION_PORT),
            ("smtp", Some("required")) => (Encryption::Required, SUBMISSION_PORT),
            _ => return Err("the scheme is smtp or smtps, and tls is opportunistic or required".to_owned()),
        };
        let decode = |text: &str| percent_decode_str(text).decode_utf8().map(std::borrow::Cow::into_owned);
        let credentials = url.password().map(|password| {
            let (user, password) = (decode(url.username()), decode(password));
            Ok::<_, std::str::Utf8Error>(Credentials::new(user?, password?))
        });
        let name = url.path().trim_matches('/');
        Ok(Self {
            host: host.to_owned(),
            port: url.port().unwrap_or(default_port),
            encryption,
            hello_name: match name {
                "" => ClientId::default(),
                name => ClientId::Domain(name.to_owned()),
            },
            credentials: credentials.transpose().map_err(|error| error.to_string())?,
        })
    }

    /// Sends an e-mail over a connection of its own.
    pub(super) async fn send(&self, message: &Message) -> Result<(), SmtpError> {
        let mut connection = self.connect().await?;
        let sent = connection.send(message.envelope(), &message.formatted()).await;
        if sent.is_ok() {
            connection.abort().await;
        }
        Ok(sent.map(drop)?)
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await?;
        let stream: Box<dyn AsyncTokioStream> = if self.encryption == Encryption::FromStart {
            let config = ClientConfig::with_platform_verifier().map_err(io::Error::other)?;
            let name = ServerName::try_from(self.host.clone())
                .map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))?;
            let stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await?;
            Box::new(BoundedStream::new(stream, MAX_ANSWERS))
        } else {
            Box::new(BoundedStream::new(stream, MAX_ANSWERS))
        };
        let mut connection = AsyncSmtpConnection::connect_with_transport(stream, &self.hello_name).await?;
        let is_upgraded = match self.encryption {
            Encryption::Required => true,
            Encryption::IfOffered => connection.can_starttls(),
            Encryption::Never | Encryption::FromStart => false,
        };
        if is_upgraded {
            let parameters = TlsParameters::new(self.host.clone())?;
            connection.starttls(parameters, &self.hello_name).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

impl AsyncTokioStream for BoundedStream<TcpStream> {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.get_ref().peer_addr()
    }
}

impl AsyncTokioStream for BoundedStream<TlsStream<TcpStream>> {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.get_ref().get_ref().0.peer_addr()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_of_a_server_is_read_in_parts() {
        let read = |url: &str| {
            let server = MailServer::parse(url).expect(url);
            (server.host, server.port, server.encryption)
        };
        let host = || "mail.example".to_owned();
        assert_eq!(read("smtps://mail.example"), (host(), 465, Encryption::FromStart));
        assert_eq!(read("smtp://mail.example"), (host(), 25, Encryption::Never));
        assert_eq!(
            read("smtp://mail.example?tls=required"),
            (host(), 587, Encryption::Required)
        );
        assert_eq!(
            read("smtp://mail.example:2525?tls=opportunistic"),
            (host(), 2525, Encryption::IfOffered)
        );
        let server = MailServer::parse("smtp://a%40b:p%2Fq@mail.example/karavan").expect("an address");
        assert_eq!(
            server.credentials,
            Some(Credentials::new("a@b".to_owned(), "p/q".to_owned()))
        );
        assert_eq!(server.hello_name, ClientId::Domain("karavan".to_owned()));
        for url in ["imap://mail.example", "smtp://mail.example?tls=maybe", "mail.example"] {
            assert!(MailServer::parse(url).is_err(), "{url}");
        }
    }
}
