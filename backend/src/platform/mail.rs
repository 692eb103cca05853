//! Letters: written to the log by default, or sent through a server.

use super::config::{Config, Mail};
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, header::ContentType},
};

/// A letter of plain text.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Whom to.
    pub to: String,
    /// What about.
    pub subject: String,
    /// What it says.
    pub text: String,
}

/// Sends a letter; an error is a sentence for the log, without the server's password.
pub async fn send(config: &Config, letter: Letter) -> Result<(), String> {
    let Mail::Smtp(url) = &config.outside.mail else {
        tracing::info!(to = letter.to, subject = letter.subject, text = letter.text, "a letter");
        return Ok(());
    };
    let mailbox = |text: &str| text.parse::<Mailbox>().map_err(|error| error.to_string());
    let message = Message::builder()
        .from(mailbox(&config.outside.mail_from)?)
        .to(mailbox(&letter.to)?)
        .subject(letter.subject)
        .header(ContentType::TEXT_PLAIN)
        .body(letter.text)
        .map_err(|error| error.to_string())?;
    let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
        .map_err(|error| format!("MAIL: {error}"))?
        .timeout(Some(std::time::Duration::from_secs(20)))
        .build::<Tokio1Executor>();
    transport.send(message).await.map_err(|error| error.to_string())?;
    Ok(())
}
