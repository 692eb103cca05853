//! Letters through a mail server: a small one that speaks the true protocol.

use crate::support::{OWNER, on_both};
use karavan::platform::config::Mail;
use serde_json::json;
use std::sync::{Arc, Mutex};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// What the server heard: the commands, and the letter as it came.
#[derive(Clone, Debug, Default)]
struct Heard {
    commands: Vec<String>,
    letter: String,
}

/// A mail server on a port of its own (RFC 5321); it refuses whoever `unknown` names.
async fn server(unknown: &'static str) -> (String, Arc<Mutex<Vec<Heard>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let heard = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let talk = talk(stream, unknown).await.expect("a conversation");
            all.lock().expect("letters").push(talk);
        }
    });
    (format!("smtp://{address}"), heard)
}

async fn talk(stream: TcpStream, unknown: &str) -> std::io::Result<Heard> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut heard = Heard::default();
    write.write_all(b"220 mail.test ESMTP\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        heard.commands.push(line.clone());
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
                    // A leading dot is doubled on its way.
                    heard.letter.push_str(line.strip_prefix('.').unwrap_or(&line));
                    heard.letter.push('\n');
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
    Ok(heard)
}

/// The text of a letter that came in base64 or quoted-printable.
fn text(letter: &str) -> String {
    use base64::{Engine, engine::general_purpose::STANDARD};
    let (head, body) = letter.split_once("\n\n").expect("a head and a body");
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

on_both! {
    async fn a_letter_goes_through_the_mail_server_and_its_link_sets_a_password(app: App) {
        app.run(&format!("UPDATE users SET email = 'anna@example.com' WHERE phone = '{OWNER}'")).await;
        let (url, heard) = server("nobody@").await;
        let app = app.configured(|config| {
            config.outside.mail = Mail::Smtp(url);
            config.outside.mail_from = "Karavan <karavan@karavan.example>".to_owned();
        });
        let _ = app.stranger().post("/agent/forgot-password", json!({"email": "Anna@Example.com"})).await.expect(202);
        app.work_off().await;
        let talk = heard.lock().expect("letters").first().cloned().expect("one conversation");
        let verbs: Vec<&str> = talk.commands.iter().filter_map(|line| line.split([' ', ':']).next()).collect();
        assert_eq!(verbs, ["EHLO", "MAIL", "RCPT", "DATA", "QUIT"], "{:?}", talk.commands);
        assert!(talk.commands[1].starts_with("MAIL FROM:<karavan@karavan.example>"), "{:?}", talk.commands);
        assert_eq!(talk.commands[2], "RCPT TO:<anna@example.com>");
        assert!(talk.letter.contains("To: anna@example.com") && talk.letter.contains("Subject: =?utf-8?"), "{}", talk.letter);
        let text = text(&talk.letter);
        assert!(text.contains("Откройте этот адрес в течение часа"), "{text}");
        let link = text.lines().find_map(|line| line.trim().strip_prefix("http://127.0.0.1:8080")).expect("a link").to_owned();
        let _ = app.stranger().post(&link, json!({"password": "from-the-letter"})).await.expect(204);
        let _ = app.stranger().post("/agent/login-email", json!({"email": "anna@example.com", "password": "from-the-letter"})).await.expect(200);
    }

    async fn a_letter_that_is_refused_is_tried_again_later(app: App) {
        app.run(&format!("UPDATE users SET email = 'anna@example.com' WHERE phone = '{OWNER}'")).await;
        let (url, heard) = server("anna@").await;
        let app = app.configured(|config| config.outside.mail = Mail::Smtp(url));
        let _ = app.stranger().post("/agent/forgot-password", json!({"email": "anna@example.com"})).await.expect(202);
        app.work_off().await;
        let talk = heard.lock().expect("letters").first().cloned().unwrap_or_default();
        assert!(talk.letter.is_empty(), "nothing was delivered");
        assert_eq!(app.count("jobs", "last_error LIKE '%no such mailbox%' AND failed_at IS NULL").await, 1);
        let jobs = app.dump("jobs").await;
        assert!(!jobs.contains("reset-password"), "{jobs}");
    }
}
