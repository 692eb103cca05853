//! Notifications by web push: each is encrypted for one browser and sent once to the browser's push service.
//!
//! The text is cleared once it is sent or has failed, and never logged.

mod encryption;
mod send;
mod subscriptions;
mod vapid;

pub use subscriptions::{public_key, remove, save, select_active, select_subscribers, validate};
pub use vapid::PushKeyError;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Duration, Utc};
use entities::push_message as message;
use platform::{
    jobs::{Jobs, NewJob, Outcome, enqueue},
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{ActiveValue::NotSet, DbErr, Set, entity::prelude::*, sea_query::OnConflict};
use serde_json::json;
use sha2::{Digest, Sha256};
use shared_types::{id::PushSubscriptionId, translation::Language};

/// The job that deletes subscriptions of ended sessions, and old messages.
const SWEEP: &str = "push:sweep";

/// How long a message waits for a browser that is offline, unless it expires earlier.
const LIFETIME: Duration = Duration::days(3);
/// How long finished messages are kept, so that none is sent twice.
const RETENTION: Duration = Duration::days(30);
/// Most characters of a title and a text. No system shows more, and they fit into a message in every script.
const MAX_TITLE: usize = 120;
const MAX_TEXT: usize = 500;
/// Marks the JSON of a declarative message.
const DECLARATIVE: u16 = 8030;

/// The content of a notification.
#[derive(Clone, Copy, Debug)]
pub struct PushContent<'a> {
    pub title: &'a str,
    pub text: &'a str,
    /// The page that a click opens.
    pub page: &'a str,
    /// The caption of a button that opens the page.
    pub button: Option<&'a str>,
    pub language: Language,
    /// A later notification with the same tag replaces this one.
    pub tag: &'a str,
}

impl PushContent<'_> {
    /// The message as declarative web push, which Safari shows by itself. The service worker of the pages reads the same JSON.
    fn to_json(self) -> String {
        let mut notification = json!({
            "title": cut(self.title, MAX_TITLE),
            "body": cut(self.text, MAX_TEXT),
            "navigate": self.page,
            "lang": self.language.as_str(),
            "tag": self.tag,
        });
        if let Some(button) = self.button {
            notification["actions"] = json!([{"action": "open", "title": button, "navigate": self.page}]);
        }
        json!({"web_push": DECLARATIVE, "notification": notification, "mutable": true}).to_string()
    }
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A message to be queued.
#[derive(Clone, Debug)]
pub struct NewPush<'a> {
    pub subscription_id: PushSubscriptionId,
    pub content: PushContent<'a>,
    /// Of the messages with the same key only the first one is sent.
    pub dedupe_key: String,
    /// The moment after which the message is not sent any more.
    pub expires_at: Option<DateTime<Utc>>,
}

/// Registers the jobs of web push.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(send::DELIVER, send::run_job)
        .handle(SWEEP, run_sweep_job)
        .every(Duration::minutes(1), SWEEP)
}

/// Queues a message.
pub async fn queue_push(tx: &Tx<SystemPolicy>, new: NewPush<'_>, now: DateTime<Utc>) -> Result<(), DbErr> {
    let row = message::ActiveModel {
        id: NotSet,
        subscription_id: Set(new.subscription_id),
        body: Set(new.content.to_json()),
        topic: Set(topic(new.content.tag)),
        dedupe_key: Set(new.dedupe_key.clone()),
        attempts: Set(0),
        expires_at: Set(new.expires_at.unwrap_or(now + LIFETIME)),
        sent_at: Set(None),
        failed_at: Set(None),
        last_error: Set(None),
        created_at: Set(now),
    };
    let unique = OnConflict::column(message::Column::DedupeKey);
    if tx.insert_if_absent(row, unique).await? {
        enqueue(tx, NewJob::immediate(send::DELIVER, &new.dedupe_key, now), now).await?;
    }
    Ok(())
}

/// A topic has at most 32 characters of base64url.
fn topic(tag: &str) -> String {
    let digest = Sha256::digest(tag);
    URL_SAFE_NO_PAD.encode(&digest[..24])
}

/// Runs a [`SWEEP`] job.
async fn run_sweep_job(state: AppState, _: String) -> Outcome {
    let old = message::Entity::delete_many().filter(message::Column::CreatedAt.lt(state.clock.now() - RETENTION));
    let swept = async {
        subscriptions::delete_ended(&state).await?;
        state.system().delete_where(old).await
    };
    swept.await.map(drop).map_err(|error: DbErr| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_content_fits_into_a_message() {
        let page = format!("https://karavan.example/client/{}", "x".repeat(100));
        for letter in ["字", "\u{7}", "\n", "📦", "\""] {
            let text = letter.repeat(5000);
            let content = PushContent {
                title: &"📦".repeat(500),
                text: &text,
                page: &page,
                button: Some("Оплатить 777,77\u{a0}¥"),
                language: Language::Ru,
                tag: "order_quoted:Order(1)",
            };
            let length = content.to_json().len();
            assert!(length < 3_990, "{letter}: {length}");
        }
    }

    #[test]
    fn topic_is_short_and_differs() {
        assert_eq!(topic("a").len(), 32);
        assert_ne!(topic("a"), topic("b"));
    }
}
