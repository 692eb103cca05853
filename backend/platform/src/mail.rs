//! E-mail: written to the log by default, or sent through a server.

use super::config::{Config, Mail};
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, header::ContentType},
};

/// A plain-text e-mail.
#[derive(Clone, Debug)]
pub struct Email {
    pub to: String,
    pub subject: String,
    pub text: String,
}

/// Sends an e-mail. The error is a sentence for the log, without the password of the server.
pub async fn send(config: &Config, email: Email) -> Result<(), String> {
    let Mail::Smtp(url) = &config.messaging.mail else {
        tracing::info!(to = email.to, subject = email.subject, text = email.text, "email");
        return Ok(());
    };
    let mailbox = |text: &str| text.parse::<Mailbox>().map_err(|error| error.to_string());
    let message = Message::builder()
        .from(mailbox(&config.messaging.mail_from)?)
        .to(mailbox(&email.to)?)
        .subject(email.subject)
        .header(ContentType::TEXT_PLAIN)
        .body(email.text)
        .map_err(|error| error.to_string())?;
    let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
        .map_err(|error| format!("MAIL: {error}"))?
        .timeout(Some(std::time::Duration::from_secs(20)))
        .build::<Tokio1Executor>();
    transport.send(message).await.map_err(|error| error.to_string())?;
    Ok(())
}
