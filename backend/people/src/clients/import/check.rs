//! The check of rows of a sheet: the fields of each, phone numbers and codes that are taken or repeated, and the limit of the plan.

use super::{
    super::insert::{self, CheckedClient},
    columns::parse_language,
    openings::KnownClients,
};
use books::billing;
use chrono::{DateTime, Utc};
use entities::{client, client_member, user};
use platform::{scope::ScopedConnection, spreadsheet::amounts};
use sea_orm::{DbErr, FromQueryResult, JoinType, QuerySelect, entity::prelude::*};
use shared_types::{
    billing::PlanLimit,
    clients::{CheckedClientRow, ClientOption, ClientSheetRow, NewClient, SHEET_CODE},
    fields::{FieldErrors, Rule},
    id::AgentId,
    ledger::{AMOUNT_MINOR, BALANCE_CURRENCIES},
    money::Money,
    phone::Phone,
};
use std::collections::BTreeSet;

/// The client of a row, after its check.
pub(super) enum SheetClient {
    New(Box<NewSheetClient>),
    /// An existing client that gets an opening balance.
    Existing {
        client: ClientOption,
        opening: Money,
    },
}

/// A client to create.
pub(super) struct NewSheetClient {
    pub(super) client: CheckedClient,
    pub(super) code: Option<String>,
    /// The opening balance. Never zero.
    pub(super) opening: Option<Money>,
}

/// A row with the result of its check.
pub(super) struct Candidate {
    row: ClientSheetRow,
    checked: Result<SheetClient, FieldErrors>,
    over_plan: bool,
}

impl Candidate {
    /// The client of the row, or the row with its errors.
    pub(super) fn into_client(self) -> Result<SheetClient, Box<CheckedClientRow>> {
        let Self {
            row,
            checked,
            over_plan,
        } = self;
        match checked {
            Ok(client) if !over_plan => Ok(client),
            checked => {
                let refused = Self {
                    row,
                    checked,
                    over_plan,
                };
                Err(Box::new(refused.into_row()))
            }
        }
    }

    /// The row with its errors.
    pub(super) fn into_row(self) -> CheckedClientRow {
        let (client, errors) = match self.checked {
            Ok(SheetClient::Existing { client, .. }) => (Some(client), FieldErrors::default()),
            Ok(SheetClient::New(_)) => (None, FieldErrors::default()),
            Err(errors) => (None, errors),
        };
        CheckedClientRow {
            row: self.row,
            client,
            errors,
            over_plan: self.over_plan,
        }
    }

    /// The client to create.
    fn new_client(&self) -> Option<&NewSheetClient> {
        match &self.checked {
            Ok(SheetClient::New(new)) => Some(new),
            _ => None,
        }
    }
}

/// Checks the fields of a row. Errors of reading its cells come before errors of their texts.
fn check_fields(row: &ClientSheetRow, known: &KnownClients, errors: FieldErrors) -> Result<SheetClient, FieldErrors> {
    let checked = match known.client_of(row) {
        Some(client) => check_opening(row, client, known),
        None => check_texts(row).map(|new| SheetClient::New(Box::new(new))),
    };
    match checked {
        Ok(client) => errors.into_result(client),
        Err(mut found) => {
            found.0.extend(errors.0);
            Err(found)
        }
    }
}

/// The balance of an existing client. Nothing else of the row is read.
fn check_opening(
    row: &ClientSheetRow,
    client: &ClientOption,
    known: &KnownClients,
) -> Result<SheetClient, FieldErrors> {
    let mut errors = FieldErrors::default();
    let opening = check_balance(&mut errors, row);
    if known.has_operations(client.id) || (opening.is_none() && errors.is_empty()) {
        errors.add("balance", Rule::Taken);
    }
    errors.into_result(())?;
    let opening = opening.ok_or_else(FieldErrors::default)?;
    Ok(SheetClient::Existing {
        client: client.clone(),
        opening,
    })
}

fn check_texts(row: &ClientSheetRow) -> Result<NewSheetClient, FieldErrors> {
    let language = parse_language(&row.language);
    let checked = insert::check(&NewClient {
        name: row.name.clone(),
        phone: row.phone.clone(),
        company: Some(row.company.clone()),
        language,
        manager_staff_id: None,
    });
    let (client, mut errors) = match checked {
        Ok(client) => (Some(client), FieldErrors::default()),
        Err(errors) => (None, errors),
    };
    if language.is_none() && !row.language.trim().is_empty() {
        errors.add("language", Rule::UnknownValue);
    }
    let code = check_code(&mut errors, &row.code);
    let opening = check_balance(&mut errors, row);
    match client {
        Some(client) => errors.into_result(NewSheetClient { client, code, opening }),
        None => Err(errors),
    }
}

/// A client code in capital letters. It is written on packages and in the purposes of payments, so it is one word.
fn check_code(errors: &mut FieldErrors, text: &str) -> Option<String> {
    let code = errors.optional_text("code", Some(text), SHEET_CODE)?.to_uppercase();
    if code.chars().all(|sign| sign.is_alphanumeric() || "-_/".contains(sign)) {
        return Some(code);
    }
    errors.add("code", Rule::UnknownValue);
    None
}

fn check_balance(errors: &mut FieldErrors, row: &ClientSheetRow) -> Option<Money> {
    if row.balance.is_empty() {
        return None;
    }
    let currency = match row.currency.trim() {
        "" => Some(BALANCE_CURRENCIES[0]),
        text => amounts::find_currency(text).filter(|currency| BALANCE_CURRENCIES.contains(currency)),
    };
    let Some(currency) = currency else {
        errors.add("currency", Rule::UnknownValue);
        return None;
    };
    match Money::parse(&row.balance, currency) {
        Ok(money) if (0..=AMOUNT_MINOR).contains(&money.minor) => Some(money).filter(|money| money.minor > 0),
        Ok(_) => {
            errors.add("balance", Rule::OutOfRange(0, AMOUNT_MINOR / 100));
            None
        }
        Err(_) => {
            errors.add("balance", Rule::NotAnAmount);
            None
        }
    }
}

/// Returns the codes that clients of the agent have.
async fn taken_codes(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    codes: Vec<String>,
) -> Result<BTreeSet<String>, DbErr> {
    if codes.is_empty() {
        return Ok(BTreeSet::new());
    }
    let taken = client::Entity::find()
        .select_only()
        .column(client::Column::Code)
        .filter(client::Column::AgentId.eq(agent_id))
        .filter(client::Column::Code.is_in(codes));
    let taken: Vec<ClientCode> = rows.all_as(taken).await?;
    Ok(taken.into_iter().map(|row| row.code).collect())
}

#[derive(FromQueryResult)]
struct ClientCode {
    code: String,
}

/// The phone number of a person.
#[derive(FromQueryResult)]
struct MemberPhone {
    phone: Phone,
}

/// Returns the phone numbers whose owners already are clients of the agent.
async fn taken_phones(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    phones: Vec<&Phone>,
) -> Result<BTreeSet<Phone>, DbErr> {
    if phones.is_empty() {
        return Ok(BTreeSet::new());
    }
    let to_user = client_member::Entity::belongs_to(user::Entity)
        .from(client_member::Column::UserId)
        .to(user::Column::Id);
    let members = client_member::Entity::find()
        .select_only()
        .column(user::Column::Phone)
        .join(JoinType::InnerJoin, to_user.into())
        .filter(client_member::Column::AgentId.eq(agent_id))
        .filter(client_member::Column::DisabledAt.is_null())
        .filter(user::Column::Phone.is_in(phones.into_iter().map(Phone::as_str)));
    let members: Vec<MemberPhone> = rows.all_as(members).await?;
    Ok(members.into_iter().map(|member| member.phone).collect())
}

/// Checks rows as they would be created in their order. The limit comes from the agent's plan.
pub(super) async fn check(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    (sheet, known): (Vec<(ClientSheetRow, FieldErrors)>, &KnownClients),
    limit: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Vec<Candidate>, DbErr> {
    let mut candidates: Vec<Candidate> = sheet
        .into_iter()
        .map(|(row, errors)| Candidate {
            checked: check_fields(&row, known, errors),
            row,
            over_plan: false,
        })
        .collect();
    let new = || candidates.iter().filter_map(Candidate::new_client);
    let taken = taken_phones(rows, agent_id, new().map(|new| &new.client.phone).collect()).await?;
    let mut room = match limit {
        Some(maximum) => Some(billing::remaining(rows, agent_id, (PlanLimit::Clients, maximum), now).await?),
        None => None,
    };
    let used = taken_codes(rows, agent_id, new().filter_map(|new| new.code.clone()).collect()).await?;
    let (mut seen, mut seen_codes, mut credited) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for candidate in &mut candidates {
        if let Ok(SheetClient::Existing { client, .. }) = &candidate.checked
            && !credited.insert(client.id)
        {
            candidate.checked = Err(FieldErrors::single("balance", Rule::Repeated));
        }
        let Some(NewSheetClient { client, code, .. }) = candidate.new_client() else {
            continue;
        };
        let mut errors = FieldErrors::default();
        if taken.contains(&client.phone) {
            errors.add("phone", Rule::Taken);
        } else if seen.contains(&client.phone) {
            errors.add("phone", Rule::Repeated);
        }
        if let Some(code) = code {
            if used.contains(code) {
                errors.add("code", Rule::Taken);
            } else if seen_codes.contains(code) {
                errors.add("code", Rule::Repeated);
            }
        }
        if !errors.is_empty() {
            candidate.checked = Err(errors);
            continue;
        }
        seen.insert(client.phone.clone());
        seen_codes.extend(code.clone());
        candidate.over_plan = room.is_some_and(|room| room <= 0);
        room = room.map(|room| room - 1);
    }
    Ok(candidates)
}
