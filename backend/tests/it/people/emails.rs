//! Email through a minimal SMTP server.

use crate::support::{OWNER, on_both};
use platform::config::Mail;
use serde_json::json;
use std::sync::{Arc, Mutex};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// An SMTP session: its commands and the email.
#[derive(Clone, Debug, Default)]
pub(super) struct SmtpSession {
    pub(super) commands: Vec<String>,
    pub(super) email: String,
}

/// Starts an SMTP server (RFC 5321) that refuses recipients containing `unknown`. Returns its URL and the recorded sessions.
pub(super) async fn start_smtp_server(unknown: &'static str) -> (String, Arc<Mutex<Vec<SmtpSession>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let sessions = Arc::new(Mutex::new(Vec::new()));
    let recorder = Arc::clone(&sessions);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let session = serve_session(stream, unknown).await.expect("an SMTP session");
            recorder.lock().expect("sessions").push(session);
        }
    });
    (format!("smtp://{address}"), sessions)
}

async fn serve_session(stream: TcpStream, unknown: &str) -> std::io::Result<SmtpSession> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut session = SmtpSession::default();
    write.write_all(b"220 mail.test ESMTP\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        session.commands.push(line.clone());
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let answer = match verb.as_str() {
            "EHLO" => "250-mail.test\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
            "MAIL" => "250 2.1.0 OK\r\n",
            "RCPT" if line.contains(unknown) => "550 5.1.1 no such mailbox\r\n",
            "RCPT" => "250 2.1.5 OK\r\n",
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                while let Some(line) = lines.next_line().await? {
                    if line == "." {
                        break;
                    }
                    // SMTP doubles a leading dot.
                    session.email.push_str(line.strip_prefix('.').unwrap_or(&line));
                    session.email.push('\n');
                }
                "250 2.0.0 taken\r\n"
            }
            "QUIT" => {
                write.write_all(b"221 2.0.0 bye\r\n").await?;
                break;
            }
            "NOOP" | "RSET" => "250 2.0.0 OK\r\n",
            _ => "502 5.5.1 unknown command\r\n",
        };
        write.write_all(answer.as_bytes()).await?;
    }
    Ok(session)
}

/// Decodes the text of an email in base64 or quoted-printable.
pub(super) fn decode_text(email: &str) -> String {
    use base64::{Engine, engine::general_purpose::STANDARD};
    let (head, body) = email.split_once("\n\n").expect("a head and a body");
    if head.to_ascii_lowercase().contains("content-transfer-encoding: base64") {
        let packed: String = body.split_whitespace().collect();
        String::from_utf8(STANDARD.decode(packed).expect("base64")).expect("UTF-8")
    } else {
        assert!(head.to_ascii_lowercase().contains("quoted-printable"), "{head}");
        let body = body.replace("=\n", "");
        let mut bytes = Vec::new();
        let mut rest = body.as_bytes();
        while let Some((first, after)) = rest.split_first() {
            if *first == b'=' && after.len() >= 2 {
                let hex = std::str::from_utf8(&after[..2]).expect("ascii");
                bytes.push(u8::from_str_radix(hex, 16).expect("hexadecimal"));
                rest = &after[2..];
            } else {
                bytes.push(*first);
                rest = after;
            }
        }
        String::from_utf8(bytes).expect("UTF-8")
    }
}

#[apply(on_both)]
async fn reset_email_is_sent_by_smtp_and_its_link_works(app: App) {
    app.execute_sql(&format!(
        "UPDATE users SET email = 'anna@example.com' WHERE phone = '{OWNER}'"
    ))
    .await;
    let (url, sessions) = start_smtp_server("nobody@").await;
    let app = app.with_config(|config| {
        config.messaging.mail = Mail::Smtp(url);
        config.messaging.mail_from = "Karavan <karavan@karavan.example>".to_owned();
    });
    let _ = app
        .anonymous()
        .post("/agent/forgot-password", json!({"email": "Anna@Example.com"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let session = sessions
        .lock()
        .expect("sessions")
        .first()
        .cloned()
        .expect("one SMTP session");
    let verbs: Vec<&str> = session
        .commands
        .iter()
        .filter_map(|line| line.split([' ', ':']).next())
        .collect();
    assert_eq!(
        verbs,
        ["EHLO", "MAIL", "RCPT", "DATA", "QUIT"],
        "{:?}",
        session.commands
    );
    assert!(
        session.commands[1].starts_with("MAIL FROM:<karavan@karavan.example>"),
        "{:?}",
        session.commands
    );
    assert_eq!(session.commands[2], "RCPT TO:<anna@example.com>");
    assert!(
        session.email.contains("To: anna@example.com") && session.email.contains("Subject: =?utf-8?"),
        "{}",
        session.email
    );
    let text = decode_text(&session.email);
    assert!(text.contains("Откройте этот адрес в течение часа"), "{text}");
    let link = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("http://127.0.0.1:8080"))
        .expect("a link")
        .to_owned();
    let _ = app
        .anonymous()
        .post(&link, json!({"password": "from-the-email"}))
        .await
        .expect(204);
    let _ = app
        .anonymous()
        .post(
            "/agent/login-email",
            json!({"email": "anna@example.com", "password": "from-the-email"}),
        )
        .await
        .expect(200);
}

#[apply(on_both)]
async fn refused_email_is_retried(app: App) {
    app.execute_sql(&format!(
        "UPDATE users SET email = 'anna@example.com' WHERE phone = '{OWNER}'"
    ))
    .await;
    let (url, sessions) = start_smtp_server("anna@").await;
    let app = app.with_config(|config| config.messaging.mail = Mail::Smtp(url));
    let _ = app
        .anonymous()
        .post("/agent/forgot-password", json!({"email": "anna@example.com"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let session = sessions.lock().expect("sessions").first().cloned().unwrap_or_default();
    assert!(session.email.is_empty(), "nothing was delivered");
    assert_eq!(
        app.count("jobs", "last_error LIKE '%no such mailbox%' AND failed_at IS NULL")
            .await,
        1
    );
    let jobs = app.dump_table("jobs").await;
    assert!(!jobs.contains("reset-password"), "{jobs}");
}
