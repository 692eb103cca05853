//! Events that people are notified about, written in the transaction in which they happen.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use platform::{
    jobs::{NewJob, schedule_slot},
    rng,
    scope::ScopedConnection,
};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use shared_types::{
    billing::InvoiceStage,
    id::{
        AgentId, BalanceRequestId, ClientId, InvoiceId, MessageId, OrderId, ShipmentId, ShippingRequestId,
        WalletTopupId, WebhookId, WithdrawalId,
    },
    money::Money,
    month::CalendarMonth,
    notifications::Notice,
    services::LocalizedName,
    translation::Language,
};
use std::collections::BTreeMap;

/// The job that sends notifications about events.
pub const NOTIFY: &str = "notifications:send";

/// The job that sends an alert to the administrator. The queue enqueues one for each dead job.
pub const ALERT: &str = "alerts:send";

/// How long frequent events are collected.
const BATCH_WINDOW: Duration = Duration::minutes(5);

/// Separator of the payment app and the account in the name of a request.
pub const REQUISITES: &str = " · ";

/// How long recipients have to read a chat message in the chat before they are notified about it.
const READ_DELAY: Duration = Duration::minutes(1);

/// The subject of an event. Staff who may not see it are not notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    Order(OrderId),
    Shipment(ShipmentId),
    ShippingRequest(ShippingRequestId),
    /// A request to top up the balance.
    Topup(BalanceRequestId),
    /// A request to top up a payment app.
    Wallet(WalletTopupId),
    Withdrawal(WithdrawalId),
    /// An invoice of the service.
    Invoice(InvoiceId),
    Webhook(WebhookId),
}

impl Subject {
    /// The order, if the subject is one.
    pub const fn order(self) -> Option<OrderId> {
        match self {
            Self::Order(id) => Some(id),
            _ => None,
        }
    }
}

/// The facts in an event about an invoice of the service. The days are in the operator's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceFacts {
    pub stage: InvoiceStage,
    pub month: CalendarMonth,
    /// Whether the balance has paid it at once.
    pub is_paid: bool,
    pub due_on: NaiveDate,
    pub read_only_on: NaiveDate,
}

/// The subject as part of a deduplication key. Waiting messages have such keys, so the texts must not change.
impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Order(id) => write!(f, "Order({id})"),
            Self::Shipment(id) => write!(f, "Shipment({id})"),
            Self::ShippingRequest(id) => write!(f, "ShippingRequest({id})"),
            Self::Topup(id) => write!(f, "Topup({id})"),
            Self::Wallet(id) => write!(f, "Wallet({id})"),
            Self::Withdrawal(id) => write!(f, "Withdrawal({id})"),
            Self::Invoice(id) => write!(f, "Invoice({id})"),
            Self::Webhook(id) => write!(f, "Webhook({id})"),
        }
    }
}

/// An event that people are notified about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationEvent {
    /// The kind of event.
    pub notice: Notice,
    pub agent_id: AgentId,
    /// The client that the event is about; none for an event about the agent itself.
    pub client_id: Option<ClientId>,
    pub subject: Subject,
    /// The number or code by which people know the subject; of a payment app and a withdrawal, with its requisites.
    pub name: String,
    /// The amount; none when the event is not about money.
    #[serde(default)]
    pub money: Option<Money>,
    /// The reason or further details; may be empty.
    #[serde(default)]
    pub text: String,
    /// The service in each language; without names when the event is not about a service.
    #[serde(default)]
    pub service: LocalizedName,
    /// Whether the event stands for all events of its kind that followed the first one.
    #[serde(default)]
    pub again: bool,
    /// The message in an order's chat. People who have read it by then are not notified, nor are people who were notified about
    /// an earlier message and have read nothing since.
    #[serde(default)]
    pub message: Option<MessageId>,
    /// The facts of an invoice of the service.
    #[serde(default)]
    pub invoice: Option<InvoiceFacts>,
}

impl NotificationEvent {
    /// The event as a person reads it who may not see sums.
    #[must_use]
    pub fn without_sums(&self) -> Self {
        Self {
            money: None,
            ..self.clone()
        }
    }

    /// The event as the subject of an e-mail shows it: without people's own texts and without requisites. Mail servers and lock
    /// screens show subjects.
    #[must_use]
    pub fn as_subject(&self) -> Self {
        let name = match self.subject {
            Subject::Wallet(_) => self.name.split(REQUISITES).next().unwrap_or_default(),
            Subject::Withdrawal(_) => "",
            _ => &self.name,
        };
        Self {
            name: name.to_owned(),
            text: String::new(),
            ..self.clone()
        }
    }

    /// The key under which frequent events are collected; `None` for other events.
    ///
    /// A worker photographs fifty items of an order one after another, and a client orders fifty photos at once.
    fn batch_key(&self) -> Option<String> {
        let is_frequent = matches!(
            self.notice,
            Notice::ServiceRendered | Notice::ServiceOrdered | Notice::ServiceCanceled
        );
        match self.subject {
            Subject::Order(order) if is_frequent => Some(format!(
                "{}:{order}:{}",
                self.notice.as_str(),
                self.service.in_language(Language::Ru)
            )),
            _ => None,
        }
    }
}

/// The events of one job. The id is part of the messages' deduplication keys, so that a retried job sends nothing twice.
#[derive(Debug, Serialize, Deserialize)]
pub struct EventBatch {
    pub id: String,
    /// Jobs of older replicas have the name `news`.
    #[serde(alias = "news")]
    pub events: Vec<NotificationEvent>,
}

/// Enqueues notifications about events; does nothing for an empty list.
///
/// The first of several frequent events is sent at once, and the others are sent together at the end of the window.
pub async fn notify(
    rows: &impl ScopedConnection,
    events: Vec<NotificationEvent>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let (frequent, single): (Vec<_>, Vec<_>) = events.into_iter().partition(|event| event.batch_key().is_some());
    let (messages, single): (Vec<_>, Vec<_>) = single.into_iter().partition(|event| event.message.is_some());
    if !messages.is_empty() {
        enqueue_batch(rows, messages, now + READ_DELAY, None, now).await?;
    }
    let mut batches: BTreeMap<String, Vec<NotificationEvent>> = BTreeMap::new();
    for event in frequent {
        batches
            .entry(event.batch_key().unwrap_or_default())
            .or_default()
            .push(event);
    }
    for (batch, mut events) in batches {
        let key = format!("{NOTIFY}:{batch}:{}", schedule_slot(BATCH_WINDOW, now));
        let is_single = events.len() == 1;
        let Some(first) = events.pop() else { continue };
        let more = NotificationEvent {
            again: true,
            text: String::new(),
            ..first.clone()
        };
        if enqueue_batch(rows, vec![first], now, Some(key.clone()), now).await? && is_single {
            continue;
        }
        enqueue_batch(rows, vec![more], now + BATCH_WINDOW, Some(format!("{key}:again")), now).await?;
    }
    if !single.is_empty() {
        enqueue_batch(rows, single, now, None, now).await?;
    }
    Ok(())
}

/// Enqueues an alert for the administrator. Of alerts with the same key only the first is sent.
pub async fn alert(rows: &impl ScopedConnection, key: &str, text: &str, now: DateTime<Utc>) -> Result<(), DbErr> {
    let job = NewJob::immediate(ALERT, text, now).with_dedupe_key(format!("{ALERT}:{key}"));
    rows.enqueue(job, now).await.map(drop)
}

async fn enqueue_batch(
    rows: &impl ScopedConnection,
    events: Vec<NotificationEvent>,
    run_at: DateTime<Utc>,
    dedupe_key: Option<String>,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let batch = EventBatch {
        id: rng::request_id(),
        events,
    };
    let payload = serde_json::to_string(&batch).map_err(|error| DbErr::Custom(error.to_string()))?;
    let job = NewJob {
        kind: NOTIFY,
        payload: &payload,
        run_at,
        dedupe_key,
    };
    rows.enqueue(job, now).await
}
