//! What happened that somebody is to be told of; written in the transaction in which it happened.

use crate::platform::{jobs::NewJob, rng, scope::Rows};
use chrono::{DateTime, Utc};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use shared_types::{notifications::Notice, services::Names};

/// The job that tells.
pub(super) const TELL: &str = "notifications:tell";

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
}

/// News that a job tells, with a name of its own: what was told once is not told again when the job is tried anew.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Bulletin {
    pub(super) id: String,
    pub(super) news: Vec<News>,
}

/// Has the news told; nothing is said when there is none.
pub async fn tell(rows: &impl Rows, news: Vec<News>, now: DateTime<Utc>) -> Result<(), DbErr> {
    if news.is_empty() {
        return Ok(());
    }
    let bulletin = Bulletin {
        id: rng::request_id(),
        news,
    };
    let payload = serde_json::to_string(&bulletin).map_err(|error| DbErr::Custom(error.to_string()))?;
    let job = NewJob::at_once(TELL, &payload, now);
    rows.later(job, now).await.map(drop)
}
