//! The check of rows of a sheet: the fields of each, phone numbers that are taken or repeated, and the limit of the plan.

use super::{
    super::insert::{self, CheckedClient},
    columns::parse_language,
};
use books::billing;
use chrono::{DateTime, Utc};
use entities::{client_member, user};
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, FromQueryResult, JoinType, QuerySelect, entity::prelude::*};
use shared_types::{
    billing::PlanLimit,
    clients::{CheckedClientRow, ClientSheetRow, NewClient},
    fields::{FieldErrors, Rule},
    id::AgentId,
    phone::Phone,
};
use std::collections::BTreeSet;

/// A row with the result of its check.
pub(super) struct Candidate {
    row: ClientSheetRow,
    checked: Result<CheckedClient, FieldErrors>,
    over_plan: bool,
}

impl Candidate {
    /// The client that the row becomes, or the row with its errors.
    pub(super) fn into_client(self) -> Result<CheckedClient, Box<CheckedClientRow>> {
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
        CheckedClientRow {
            row: self.row,
            errors: self.checked.err().unwrap_or_default(),
            over_plan: self.over_plan,
        }
    }
}

/// Checks the fields of a row. Errors of reading its cells come before errors of their texts.
fn check_fields(row: &ClientSheetRow, errors: FieldErrors) -> Result<CheckedClient, FieldErrors> {
    match check_texts(row) {
        Ok(client) => errors.into_result(client),
        Err(mut found) => {
            found.0.extend(errors.0);
            Err(found)
        }
    }
}

fn check_texts(row: &ClientSheetRow) -> Result<CheckedClient, FieldErrors> {
    let language = parse_language(&row.language);
    let checked = insert::check(&NewClient {
        name: row.name.clone(),
        phone: row.phone.clone(),
        company: Some(row.company.clone()),
        language,
        manager_staff_id: None,
    });
    if language.is_some() || row.language.trim().is_empty() {
        return checked;
    }
    let mut errors = checked.err().unwrap_or_default();
    errors.add("language", Rule::UnknownValue);
    Err(errors)
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
    sheet: Vec<(ClientSheetRow, FieldErrors)>,
    limit: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Vec<Candidate>, DbErr> {
    let mut candidates: Vec<Candidate> = sheet
        .into_iter()
        .map(|(row, errors)| Candidate {
            checked: check_fields(&row, errors),
            row,
            over_plan: false,
        })
        .collect();
    let phones = candidates
        .iter()
        .filter_map(|row| Some(&row.checked.as_ref().ok()?.phone));
    let taken = taken_phones(rows, agent_id, phones.collect()).await?;
    let mut room = match limit {
        Some(maximum) => Some(billing::remaining(rows, agent_id, (PlanLimit::Clients, maximum), now).await?),
        None => None,
    };
    let mut seen = BTreeSet::new();
    for candidate in &mut candidates {
        let Ok(client) = &candidate.checked else { continue };
        let rule = if taken.contains(&client.phone) {
            Some(Rule::Taken)
        } else if seen.insert(client.phone.clone()) {
            None
        } else {
            Some(Rule::Repeated)
        };
        if let Some(rule) = rule {
            candidate.checked = Err(FieldErrors::single("phone", rule));
            continue;
        }
        candidate.over_plan = room.is_some_and(|room| room <= 0);
        room = room.map(|room| room - 1);
    }
    Ok(candidates)
}
