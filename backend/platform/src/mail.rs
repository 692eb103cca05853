//! E-mail: written to the log by default, or sent through a server.

mod smtp;

use super::{
    config::Mail,
    state::AppState,
    telemetry::{self, CallOutcome},
};
use lettre::{
    Message,
    message::{
        Mailbox, MultiPart,
        header::{ContentType, Header, HeaderName, HeaderValue},
    },
};
use smtp::{MailServer, SmtpError};
use std::{error::Error, time::Duration};
use tokio::time::timeout;

/// The name of the mail server in metrics and of its circuit.
pub const SYSTEM: &str = "mail";
/// Most time of an e-mail, from the connection to the last answer. The library has none.
const TIMEOUT: Duration = Duration::from_secs(20);

/// An e-mail.
#[derive(Clone, Debug, Default)]
pub struct Email {
    pub to: String,
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// The same as HTML.
    pub html: Option<String>,
    /// The address that ends such e-mails: a mail program sends one POST request to it (RFC 8058).
    pub unsubscribe_url: Option<String>,
}

/// Why an e-mail was not sent. The reason is a sentence for the log, without the password of the server.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MailError {
    /// Another attempt may succeed.
    #[error("{0}")]
    Temporary(String),
    /// The server refused the e-mail permanently.
    #[error("{0}")]
    Refused(String),
}

macro_rules! headers {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        struct $name(String);

        impl Header for $name {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($text)
            }

            fn parse(text: &str) -> Result<Self, Box<dyn Error + Send + Sync>> {
                Ok(Self(text.to_owned()))
            }

            fn display(&self) -> HeaderValue {
                HeaderValue::new(Self::name(), self.0.clone())
            }
        }
    )*};
}

headers! {
    /// Where a mail program unsubscribes (RFC 2369).
    ListUnsubscribe = "List-Unsubscribe";
    /// That one POST request unsubscribes (RFC 8058).
    ListUnsubscribePost = "List-Unsubscribe-Post";
}

/// Sends an e-mail, unless the circuit of the mail server is open.
pub async fn send(state: &AppState, email: Email) -> Result<(), MailError> {
    let config = &state.config;
    let Mail::Smtp(url) = &config.messaging.mail else {
        tracing::info!(to = email.to, subject = email.subject, text = email.text, "email");
        return Ok(());
    };
    let message = build_message(&config.messaging.mail_from, email).map_err(MailError::Refused)?;
    let server = MailServer::parse(url).map_err(|error| MailError::Temporary(format!("MAIL: {error}")))?;
    if state.breaker.open_until(SYSTEM, state.clock.now()).is_some() {
        return Err(MailError::Temporary(
            "the mail server is down, its circuit is open".to_owned(),
        ));
    }
    let limit = TIMEOUT.min(config.outside_patience);
    let sent = telemetry::record_call(
        SYSTEM,
        |_| timeout(limit, server.send(&message)),
        |sent| match sent {
            Ok(Ok(())) => CallOutcome::Ok,
            Ok(Err(SmtpError::Protocol(error))) if error.is_permanent() => CallOutcome::Refused,
            Ok(Err(_)) => CallOutcome::Failed,
            Err(_) => CallOutcome::Timeout,
        },
    )
    .await;
    let outcome = match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(SmtpError::Protocol(error))) if error.is_permanent() => Err(MailError::Refused(error.to_string())),
        // The server answered: it wants the e-mail later.
        Ok(Err(SmtpError::Protocol(error))) if error.is_transient() => {
            state.breaker.on_success(SYSTEM);
            return Err(MailError::Temporary(error.to_string()));
        }
        Ok(Err(error)) => Err(MailError::Temporary(error.to_string())),
        Err(_) => Err(MailError::Temporary(format!("no answer within {limit:?}"))),
    };
    match &outcome {
        Ok(()) | Err(MailError::Refused(_)) => state.breaker.on_success(SYSTEM),
        Err(MailError::Temporary(_)) => state.breaker.on_failure(SYSTEM, state.clock.now()),
    }
    outcome
}

fn build_message(from: &str, email: Email) -> Result<Message, String> {
    let mailbox = |text: &str| text.parse::<Mailbox>().map_err(|error| error.to_string());
    let mut message = Message::builder()
        .from(mailbox(from)?)
        .to(mailbox(&email.to)?)
        .subject(email.subject);
    if let Some(url) = email.unsubscribe_url {
        message = message
            .header(ListUnsubscribe(format!("<{url}>")))
            .header(ListUnsubscribePost("List-Unsubscribe=One-Click".to_owned()));
    }
    let message = match email.html {
        Some(html) => message.multipart(MultiPart::alternative_plain_html(email.text, html)),
        None => message.header(ContentType::TEXT_PLAIN).body(email.text),
    };
    message.map_err(|error| error.to_string())
}
