//! What happened that somebody is to be told of; written in the transaction in which it happened.

use crate::platform::{
    jobs::{NewJob, slot},
    rng,
    scope::Rows,
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use shared_types::{notifications::Notice, services::Names};
use std::collections::BTreeMap;

/// The job that tells.
pub(super) const TELL: &str = "notifications:tell";

/// How long news that comes in dozens is gathered.
const PATIENCE: Duration = Duration::minutes(5);

/// How long a message in a chat waits for somebody to read it where it stands.
const LOOKING: Duration = Duration::minutes(1);

/// What the news is about; staff who may not see it are not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// An order.
    Order(i64),
    /// A shipment.
    Shipment(i64),
    /// A request to top the balance up.
    Topup(i64),
    /// A request to top a payment app up.
    Wallet(i64),
}

/// A piece of news.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct News {
    /// What happened.
    pub notice: Notice,
    /// The agent.
    pub agent_id: i64,
    /// The client it is about.
    pub client_id: i64,
    /// What it happened to.
    pub subject: Subject,
    /// The number or code people know that by.
    pub name: String,
    /// How much, as people read it; empty when it is about no money.
    #[serde(default)]
    pub amount: String,
    /// Why, or which; empty when there is nothing to say.
    #[serde(default)]
    pub text: String,
    /// The service it is about, named in each language; without names when it is about none.
    #[serde(default)]
    pub service: Names,
    /// The same happened before, a moment ago: this is told of all that came after.
    #[serde(default)]
    pub again: bool,
    /// The message in an order's chat: who has read it by then is not told, nor who was told of one before it and has not looked.
    #[serde(default)]
    pub message: Option<i64>,
}

impl News {
    /// Of news that comes in dozens, what it is one of; none of other news.
    ///
    /// A worker photographs fifty items of an order one after another, and a client orders fifty photos at once.
    fn dozen(&self) -> Option<String> {
        let often = matches!(
            self.notice,
            Notice::ServiceRendered | Notice::ServiceOrdered | Notice::ServiceCanceled
        );
        match self.subject {
            Subject::Order(order) if often => {
                Some(format!("{}:{order}:{}", self.notice.as_str(), self.service.of("ru")))
            }
            _ => None,
        }
    }
}

/// News that a job tells, with a name of its own: what was told once is not told again when the job is tried anew.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Bulletin {
    pub(super) id: String,
    pub(super) news: Vec<News>,
}

/// Has the news told; nothing is said when there is none.
///
/// Of news that comes in dozens the first is told at once, and those of the next minutes together when they are over.
pub async fn tell(rows: &impl Rows, news: Vec<News>, now: DateTime<Utc>) -> Result<(), DbErr> {
    let (many, single): (Vec<_>, Vec<_>) = news.into_iter().partition(|news| news.dozen().is_some());
    let (messages, single): (Vec<_>, Vec<_>) = single.into_iter().partition(|news| news.message.is_some());
    if !messages.is_empty() {
        write(rows, messages, now + LOOKING, None, now).await?;
    }
    let mut dozens: BTreeMap<String, Vec<News>> = BTreeMap::new();
    for news in many {
        dozens.entry(news.dozen().unwrap_or_default()).or_default().push(news);
    }
    for (dozen, mut news) in dozens {
        let key = format!("{TELL}:{dozen}:{}", slot(PATIENCE, now));
        let is_one = news.len() == 1;
        let Some(first) = news.pop() else { continue };
        let more = News {
            again: true,
            text: String::new(),
            ..first.clone()
        };
        if write(rows, vec![first], now, Some(key.clone()), now).await? && is_one {
            continue;
        }
        write(rows, vec![more], now + PATIENCE, Some(format!("{key}:again")), now).await?;
    }
    if !single.is_empty() {
        write(rows, single, now, None, now).await?;
    }
    Ok(())
}

async fn write(
    rows: &impl Rows,
    news: Vec<News>,
    run_at: DateTime<Utc>,
    dedupe_key: Option<String>,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let bulletin = Bulletin {
        id: rng::request_id(),
        news,
    };
    let payload = serde_json::to_string(&bulletin).map_err(|error| DbErr::Custom(error.to_string()))?;
    let job = NewJob {
        kind: TELL,
        payload: &payload,
        run_at,
        dedupe_key,
    };
    rows.later(job, now).await
}
