//! Creation of clients from rows: the number of statements does not depend on the number of rows, except for opening balances.

use super::{
    check::{self, NewSheetClient, SheetClient},
    openings::{self, KnownClients, Opening},
};
use crate::{
    clients::{
        ClientError,
        history::{self, Author},
        insert::{CheckedClient, FIRST_CODE, count_clients},
        record_change,
    },
    staff,
};
use books::{billing, settings};
use chrono::{DateTime, Utc};
use entities::{client, user};
use platform::{
    error::OperationError,
    scope::{ScopedConnection, SystemPolicy, Tx},
};
use sea_orm::{DbErr, FromQueryResult, QuerySelect, entity::prelude::*};
use shared_types::{
    billing::PlanLimit,
    clients::{ClientEvent, ClientImportResult, ClientSheetRow},
    fields::FieldErrors,
    id::{AgentId, StaffId, UserId},
    phone::Phone,
};
use std::collections::{BTreeMap, BTreeSet};

/// Creates clients from the rows without errors, posts the balances of existing clients, and returns the other rows.
pub(super) async fn create(
    tx: &Tx<SystemPolicy>,
    author: &Author,
    manager: Option<StaffId>,
    (rows, known): (Vec<ClientSheetRow>, KnownClients),
    limit: Option<i64>,
    now: DateTime<Utc>,
) -> Result<ClientImportResult, ClientError> {
    let agent_id = author.agent_id;
    // Clients that are created at the same time get their codes one after the other.
    settings::agents::lock(tx, agent_id, now).await?;
    let (mut new, mut credits, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    let rows = rows.into_iter().map(|row| (row, FieldErrors::default())).collect();
    let known = known.read_operations(&tx.ledger_of(agent_id)).await?;
    for candidate in check::check(tx, agent_id, (rows, &known), limit, now).await? {
        match candidate.into_client() {
            Ok(SheetClient::New(client)) => new.push(*client),
            Ok(SheetClient::Existing { client, opening }) => credits.push((client.id, opening)),
            Err(row) => refused.push(*row),
        }
    }
    let count = |rows: usize| u32::try_from(rows).unwrap_or(u32::MAX);
    let result = ClientImportResult {
        created: count(new.len()),
        credited: count(credits.len()),
        refused,
    };
    let mut balances = openings::with_languages(tx, credits).await?;
    if !new.is_empty() {
        balances.extend(create_clients(tx, author, manager, new, now).await?);
        // Clients that register or are enabled at the same time are counted too.
        billing::ensure_within(tx, agent_id, (PlanLimit::Clients, limit), now).await??;
    }
    openings::post(tx, author, balances, now).await?;
    Ok(result)
}

/// Creates the clients, and returns their opening balances.
async fn create_clients(
    tx: &Tx<SystemPolicy>,
    author: &Author,
    manager: Option<StaffId>,
    new: Vec<NewSheetClient>,
    now: DateTime<Utc>,
) -> Result<Vec<Opening>, ClientError> {
    let agent_id = author.agent_id;
    let names = history::manager_names(&tx.enter_agent(agent_id), [manager]).await?;
    staff::assignees::ensure_available(&names, manager, "manager_staff_id")?;
    let users = find_or_create_users(tx, &new, now).await?;
    let codes = codes(tx, agent_id, &new).await?;
    let with_codes = new.iter().zip(&codes);
    let inserted: Vec<_> = with_codes
        .map(|(new, code)| new.client.row(agent_id, manager, code.clone(), now))
        .collect();
    tx.insert_many(inserted, None).await?;
    let select = client::Entity::find()
        .filter(client::Column::AgentId.eq(agent_id))
        .filter(client::Column::Code.is_in(&codes));
    let mut clients: BTreeMap<String, client::Model> = tx
        .all(select)
        .await?
        .into_iter()
        .map(|client| (client.code.clone(), client))
        .collect();
    let (mut members, mut entries, mut openings) = (Vec::new(), Vec::new(), Vec::new());
    for (new, code) in new.into_iter().zip(codes) {
        let checked = new.client;
        let lost = || OperationError::internal("an imported client was not found");
        let client = clients.remove(&code).ok_or_else(lost)?;
        let user_id = *users.get(&checked.phone).ok_or_else(lost)?;
        record_change(tx, &client);
        let (_, language) = checked.person();
        openings.extend(new.opening.map(|money| (client.id, language, money)));
        members.push(checked.owner(&client, user_id, now));
        let changes = history::changed_manager(&names, None, manager);
        entries.push((client.id, (ClientEvent::Created, changes)));
    }
    tx.insert_many(members, None).await?;
    history::write_all(tx, author, entries, now).await?;
    Ok(openings)
}

/// The ids of the users of the phone numbers. Missing users are created; the name and the language of an existing one stay.
async fn find_or_create_users(
    tx: &Tx<SystemPolicy>,
    new: &[NewSheetClient],
    now: DateTime<Utc>,
) -> Result<BTreeMap<Phone, UserId>, DbErr> {
    // In the order of the numbers, so that imports at the same time don't wait for each other in a circle.
    let by_phone: BTreeMap<&Phone, &CheckedClient> = new.iter().map(|new| (&new.client.phone, &new.client)).collect();
    let rows = by_phone
        .values()
        .map(|client| staff::user_row(&client.phone, client.person(), now));
    tx.insert_many(rows.collect::<Vec<_>>(), Some(staff::existing_user()))
        .await?;
    let users = user::Entity::find().filter(user::Column::Phone.is_in(by_phone.keys().map(|phone| phone.as_str())));
    let users = tx.all(users).await?;
    Ok(users.into_iter().map(|user| (user.phone, user.id)).collect())
}

/// A client code.
#[derive(FromQueryResult)]
struct Code {
    code: String,
}

/// The codes of the new clients: the ones that the sheet names, and the next free ones.
async fn codes(tx: &Tx<SystemPolicy>, agent_id: AgentId, new: &[NewSheetClient]) -> Result<Vec<String>, DbErr> {
    let named: BTreeSet<&String> = new.iter().filter_map(|new| new.code.as_ref()).collect();
    let count = new.len() - named.len();
    let mut free = free_codes(tx, agent_id, count, &named).await?.into_iter();
    let codes = new.iter().map(|new| new.code.clone().or_else(|| free.next()));
    Ok(codes.flatten().collect())
}

/// The agent's next client codes that are free.
async fn free_codes(
    tx: &Tx<SystemPolicy>,
    agent_id: AgentId,
    count: usize,
    named: &BTreeSet<&String>,
) -> Result<Vec<String>, DbErr> {
    let mut next = FIRST_CODE + count_clients(tx, agent_id).await?;
    let mut free = Vec::new();
    while free.len() < count {
        let codes: Vec<String> = (next..).take(count).map(|number| format!("K{number}")).collect();
        next += i64::try_from(count).unwrap_or(i64::MAX);
        let taken = client::Entity::find()
            .select_only()
            .column(client::Column::Code)
            .filter(client::Column::AgentId.eq(agent_id))
            .filter(client::Column::Code.is_in(&codes));
        let taken: Vec<Code> = tx.all_as(taken).await?;
        let taken: BTreeSet<String> = taken.into_iter().map(|row| row.code).collect();
        free.extend(
            codes
                .into_iter()
                .filter(|code| !taken.contains(code) && !named.contains(code)),
        );
    }
    free.truncate(count);
    Ok(free)
}
