//! Creation of clients, by registration or by staff.

use super::history::{self, Author};
use crate::{phone_number, staff};
use books::{billing, settings};
use chrono::{DateTime, Utc};
use entities::{client, client_member, user};
use platform::{
    error::OperationError,
    rng,
    scope::{ScopedConnection, SystemPolicy, Tx},
};
use sea_orm::{DbErr, FromQueryResult, QuerySelect, QueryTrait, Set, entity::prelude::*, sea_query::OnConflict};
use shared_types::{
    billing::PlanLimit,
    clients::{ClientEvent, NAME, NewClient},
    fields::{FieldErrors, Rule},
    id::{AgentId, StaffId, UserId},
    money::Currency,
    phone::Phone,
    staff::limits::PERSON_NAME,
    translation::Language,
};

/// Number in the code of an agent's first client.
pub(super) const FIRST_CODE: i64 = 101;

#[derive(FromQueryResult)]
struct Count {
    number: i64,
}

/// The fields to insert a new client with.
pub(crate) struct ClientFields<'a> {
    pub(crate) agent_id: AgentId,
    pub(crate) name: &'a str,
    pub(crate) company: Option<&'a str>,
    pub(crate) manager_staff_id: Option<StaffId>,
}

impl ClientFields<'_> {
    /// The client's row.
    fn row(&self, code: String, now: DateTime<Utc>) -> client::ActiveModel {
        client::ActiveModel {
            agent_id: Set(self.agent_id),
            code: Set(code),
            name: Set(self.name.to_owned()),
            company: Set(self.company.map(ToOwned::to_owned)),
            manager_staff_id: Set(self.manager_staff_id),
            currency: Set(Currency::Cny),
            order_seq: Set(0),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        }
    }
}

/// The number of clients that an agent has.
pub(super) async fn count_clients(tx: &Tx<SystemPolicy>, agent_id: AgentId) -> Result<i64, DbErr> {
    let count = client::Entity::find()
        .select_only()
        .column_as(client::Column::Id.count(), "number")
        .filter(client::Column::AgentId.eq(agent_id));
    let count: Option<Count> = tx.one_as(count).await?;
    Ok(count.map_or(0, |count| count.number))
}

/// Inserts the client's row under the agent's next free client code.
pub(crate) async fn insert(
    tx: &Tx<SystemPolicy>,
    fields: ClientFields<'_>,
    now: DateTime<Utc>,
) -> Result<client::Model, OperationError> {
    let agent_id = fields.agent_id;
    let next = FIRST_CODE + count_clients(tx, agent_id).await?;
    for attempt in 0..4 {
        // The next codes can be taken, because codes can also be set by hand. The last attempt uses a random code.
        let code = if attempt < 3 {
            format!("K{}", next + attempt)
        } else {
            format!("K-{}", rng::short_code(6).to_ascii_uppercase())
        };
        let row = fields.row(code.clone(), now);
        let unique = OnConflict::columns([client::Column::AgentId, client::Column::Code]);
        if tx.insert_if_absent(row, unique).await? {
            let new = client::Entity::find()
                .filter(client::Column::AgentId.eq(agent_id))
                .filter(client::Column::Code.eq(code));
            let client = tx
                .one(new)
                .await?
                .ok_or_else(|| OperationError::internal("the inserted client was not found"))?;
            super::record_change(tx, &client);
            return Ok(client);
        }
    }
    Err(OperationError::internal("no free client code was found"))
}

/// The fields of a client that staff create, after their validation.
pub(super) struct CheckedClient {
    name: String,
    company: Option<String>,
    pub(super) phone: Phone,
    language: Language,
    manager_staff_id: Option<StaffId>,
}

impl CheckedClient {
    /// The client's row.
    pub(super) fn row(
        &self,
        agent_id: AgentId,
        manager_staff_id: Option<StaffId>,
        code: String,
        now: DateTime<Utc>,
    ) -> client::ActiveModel {
        let fields = ClientFields {
            agent_id,
            name: &self.name,
            company: self.company.as_deref(),
            manager_staff_id,
        };
        fields.row(code, now)
    }

    /// The name and the language of the owner.
    pub(super) fn person(&self) -> (&str, Language) {
        (&self.name, self.language)
    }

    /// The row of the owner, who is invited.
    pub(super) fn owner(
        self,
        client: &client::Model,
        user_id: UserId,
        now: DateTime<Utc>,
    ) -> client_member::ActiveModel {
        client_member::ActiveModel {
            agent_id: Set(client.agent_id),
            client_id: Set(client.id),
            user_id: Set(user_id),
            is_owner: Set(true),
            invited_as: Set(Some(self.name)),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        }
    }
}

/// Validates the fields of a new client.
pub(super) fn check(new: &NewClient) -> Result<CheckedClient, FieldErrors> {
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &new.name, PERSON_NAME);
    let company = errors.optional_text("company", new.company.as_deref(), NAME);
    let phone = phone_number::required(&mut errors, "phone", &new.phone);
    errors.into_result(())?;
    Ok(CheckedClient {
        name,
        company,
        phone: phone?,
        language: new.language.unwrap_or(Language::Ru),
        manager_staff_id: new.manager_staff_id,
    })
}

/// Whether a person with this phone number belongs to a client of the agent.
async fn is_member(tx: &Tx<SystemPolicy>, agent_id: AgentId, phone: &Phone) -> Result<bool, DbErr> {
    let user = user::Entity::find()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::Phone.eq(phone.as_str()))
        .into_query();
    let members = client_member::Entity::find()
        .filter(client_member::Column::AgentId.eq(agent_id))
        .filter(client_member::Column::DisabledAt.is_null())
        .filter(client_member::Column::UserId.in_subquery(user));
    Ok(tx.one(members).await?.is_some())
}

/// Creates a client and invites its owner, who confirms the phone number at the first login.
pub(super) async fn create_by_staff(
    tx: &Tx<SystemPolicy>,
    author: &Author,
    new: CheckedClient,
    limit: Option<i64>,
    now: DateTime<Utc>,
) -> Result<client::Model, super::ClientError> {
    let agent_id = author.agent_id;
    // Clients that are created at the same time get their codes one after the other.
    settings::agents::lock(tx, agent_id, now).await?;
    if is_member(tx, agent_id, &new.phone).await? {
        return Err(OperationError::field("phone", Rule::Taken).into());
    }
    let names = history::manager_names(&tx.enter_agent(agent_id), [new.manager_staff_id]).await?;
    staff::assignees::ensure_available(&names, new.manager_staff_id, "manager_staff_id")?;
    let user_id = staff::find_or_create_user(tx, &new.phone, new.person(), now).await?;
    let fields = ClientFields {
        agent_id,
        name: &new.name,
        company: new.company.as_deref(),
        manager_staff_id: new.manager_staff_id,
    };
    let client = insert(tx, fields, now).await?;
    // Clients that register or are enabled at the same time are counted too.
    billing::ensure_within(tx, agent_id, (PlanLimit::Clients, limit), now).await??;
    tx.insert(new.owner(&client, user_id, now)).await?;
    let changes = history::changed_manager(&names, None, client.manager_staff_id);
    history::write(tx, author, client.id, (ClientEvent::Created, changes), now).await?;
    Ok(client)
}
