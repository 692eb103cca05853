//! The job that tells people what happened.

use super::{
    news::{Bulletin, News, Subject},
    recipients::{self, Recipient},
    texts,
};
use crate::{
    chat,
    clients::entity as client,
    messengers::{self, Outgoing, Posted},
    orders::entity::quote,
    platform::{
        jobs::Outcome,
        scope::{Rows, SystemScope},
        state::AppState,
    },
};
use chrono::Duration;
use sea_orm::{DbErr, QueryOrder, entity::prelude::*};
use shared_types::{
    access::Guard,
    money::{Currency, Money},
    notifications::Notice,
    orders::Side,
};
use std::collections::BTreeMap;

/// How long news is worth telling.
const OF_USE: Duration = Duration::days(3);

/// Writes the messages of a bulletin; told again, it writes none twice.
pub(super) async fn told(state: AppState, payload: String) -> Outcome {
    let bulletin: Bulletin = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    for (index, news) in bulletin.news.iter().enumerate() {
        let key = format!("notice:{}:{index}", bulletin.id);
        one(&state, news, &key).await.map_err(|error| error.to_string())?;
    }
    Ok(())
}

async fn one(state: &AppState, news: &News, key: &str) -> Result<(), DbErr> {
    let now = state.clock.now();
    let system = state.system();
    let mut recipients = recipients::of(&system, news).await?;
    let unread = unread(&system, news, &recipients).await?;
    recipients.retain(|to| unread.as_ref().is_none_or(|unread| unread.contains_key(&to.user_id)));
    if recipients.is_empty() {
        return Ok(());
    }
    let client = system.one(client::Entity::find_by_id(news.client_id)).await?;
    let client = client.map_or_else(String::new, |client| format!("{} ({})", client.name, client.code));
    let news = &News {
        amount: amount(&system, news).await?,
        ..news.clone()
    };
    let link = link(&state.config.public_url, news);
    let tx = system.begin().await?;
    for to in recipients {
        let text = format!("{}\n{link}", texts::sentence(&to.locale, news, &client));
        // Of messages in a chat somebody is told once, until they look.
        let key = match unread.as_ref().and_then(|unread| unread.get(&to.user_id)) {
            Some(read) => format!(
                "notice:chat:{:?}:{}:{}:{read}",
                news.subject,
                news.notice.as_str(),
                to.user_id
            ),
            None => key.to_owned(),
        };
        let key = format!("{key}:{}:{}", to.messenger.as_str(), to.chat_id);
        let message = Outgoing {
            text,
            ..Outgoing::default()
        };
        let new = Posted {
            messenger: to.messenger,
            chat_id: &to.chat_id,
            message: &message,
            login_code_id: None,
            dedupe_key: Some(key),
            expires_at: Some(now + OF_USE),
        };
        messengers::post(&tx, new, now).await?;
    }
    tx.commit().await
}

/// Of news about a message in a chat, who has not read it, and how far they have read.
async fn unread(
    system: &SystemScope,
    news: &News,
    recipients: &[Recipient],
) -> Result<Option<BTreeMap<i64, i64>>, DbErr> {
    let (Some(message), Subject::Order(order)) = (news.message, news.subject) else {
        return Ok(None);
    };
    let side = match news.notice.guard() {
        Guard::Agent => Side::Staff,
        Guard::Client => Side::Client,
    };
    let people = recipients.iter().map(|to| to.user_id).collect();
    let unread = chat::unread_by(system, order, side, message, &people).await?;
    Ok(Some(unread.into_iter().collect()))
}

/// How much: what a quote comes to is not known to the order's history.
async fn amount(system: &SystemScope, news: &News) -> Result<String, DbErr> {
    let (Notice::OrderQuoted, Subject::Order(order)) = (news.notice, news.subject) else {
        return Ok(news.amount.clone());
    };
    let select = quote::Entity::find()
        .filter(quote::Column::OrderId.eq(order))
        .order_by_desc(quote::Column::Id);
    let quote = system.one(select).await?;
    Ok(quote.map_or_else(String::new, |quote| {
        let currency = Currency::from_code(&quote.currency).unwrap_or(Currency::Rub);
        Money::new(quote.due_minor, currency).to_string()
    }))
}

/// Where the news can be read.
fn link(base: &str, news: &News) -> String {
    let side = news.notice.guard().as_str();
    let path = match (news.subject, news.notice.guard()) {
        (Subject::Order(id), _) => format!("orders/{id}"),
        (Subject::Shipment(id), _) => format!("shipments/{id}"),
        (Subject::Topup(_), Guard::Client) => "balance".to_owned(),
        (Subject::Topup(_), Guard::Agent) => "balance-requests".to_owned(),
        (Subject::Wallet(_), Guard::Client) => "wallet-topup".to_owned(),
        (Subject::Wallet(_), Guard::Agent) => "wallet-topups".to_owned(),
    };
    format!("{base}/{side}/{path}")
}
