//! Notifications by messenger, and announcements of the agent to its clients.

mod announcements;
mod bell;
mod buttons;
mod events;
mod long_texts;
mod push;
mod recipients;

use crate::{people::bots::Bots, support::App};

const OWNER_CHAT: i64 = 100;

const CLIENT_CHAT: i64 = 200;

const OTHER_CLIENT_CHAT: i64 = 300;

/// Runs due jobs and returns the texts sent to a chat.
async fn notifications(app: &App, bots: &Bots, chat: i64) -> Vec<String> {
    app.run_due_jobs().await;
    bots.take_messages(chat).into_iter().map(|sent| sent.text).collect()
}

/// Checks the number of texts and how each begins.
fn assert_beginnings(texts: &[String], beginnings: &[&str]) {
    assert_eq!(texts.len(), beginnings.len(), "{texts:#?}");
    for (text, beginning) in texts.iter().zip(beginnings) {
        assert!(text.starts_with(beginning), "{text} does not begin with {beginning}");
    }
}
