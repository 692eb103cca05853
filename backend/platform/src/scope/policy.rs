//! Row policies: which rows a scope reaches, and which owner it sets on new rows.

use super::{Assigned, Owned, Ownership};
use sea_orm::{ActiveModelTrait, ActiveValue, ColumnTrait, Condition, DbErr, EntityTrait, Value, sea_query::Expr};
use shared_types::id::{AgentId, ClientId, StaffId, UserId};

/// A row that the policy refuses.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the row belongs to another tenant")]
pub struct Denied;

impl From<Denied> for DbErr {
    fn from(denied: Denied) -> Self {
        Self::Custom(denied.to_string())
    }
}

/// Restricts statements to the rows of a tenant.
pub trait RowPolicy: Clone + Send + Sync + 'static {
    /// The condition added to every statement on the entity. It matches no row where the policy can't be applied.
    fn condition<E: Owned>(&self) -> Condition;

    /// The condition of statements that change rows; narrower where a scope may read more than it may change.
    fn write_condition<E: Owned>(&self) -> Condition {
        self.condition::<E>()
    }

    /// Sets the owner of a new row, or refuses the row.
    fn set_owner<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied>;
}

fn no_rows() -> Condition {
    Condition::all().add(Expr::cust("1 = 0"))
}

/// The rows that every agent may read, and the rows that this agent added.
fn catalogue_condition(agent: impl ColumnTrait, agent_id: AgentId) -> Condition {
    Condition::any().add(agent.is_null()).add(agent.eq(agent_id))
}

fn column_id<E: EntityTrait, A: ActiveModelTrait<Entity = E>>(row: &A, column: E::Column) -> Option<i64> {
    match row.get(column) {
        ActiveValue::Set(Value::BigInt(value)) | ActiveValue::Unchanged(Value::BigInt(value)) => value,
        _ => None,
    }
}

/// Allows all rows.
#[derive(Clone, Debug)]
pub struct SystemPolicy(pub(crate) ());

impl RowPolicy for SystemPolicy {
    fn condition<E: Owned>(&self) -> Condition {
        Condition::all()
    }

    fn set_owner<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, _: &mut A) -> Result<(), Denied> {
        Ok(())
    }
}

/// The rows of one agent, optionally limited to one staff member's.
#[derive(Clone, Debug)]
pub struct AgentPolicy {
    pub(crate) agent_id: AgentId,
    pub(crate) only_staff: Option<StaffId>,
    /// Set for a preview: nothing may be changed, whatever a handler does.
    pub(crate) is_read_only: bool,
}

impl AgentPolicy {
    pub fn agent_id(&self) -> AgentId {
        self.agent_id
    }

    /// The staff member to whose rows the scope is narrowed. Sums over tables without assignments must apply it themselves.
    pub fn only_staff(&self) -> Option<StaffId> {
        self.only_staff
    }
}

impl RowPolicy for AgentPolicy {
    fn condition<E: Owned>(&self) -> Condition {
        if let Ownership::Catalogue(agent) = E::ownership() {
            return catalogue_condition(agent, self.agent_id);
        }
        let (Ownership::Agent(agent)
        | Ownership::Published(agent)
        | Ownership::Ledger { agent, .. }
        | Ownership::Client { agent, .. }) = E::ownership()
        else {
            return no_rows();
        };
        let own_rows = Condition::all().add(agent.eq(self.agent_id));
        match self.only_staff.map(E::assigned_to) {
            Some(Assigned::Only(assigned)) => own_rows.add(assigned),
            Some(Assigned::Everything) | None => own_rows,
        }
    }

    fn write_condition<E: Owned>(&self) -> Condition {
        match E::ownership() {
            _ if self.is_read_only => no_rows(),
            Ownership::Catalogue(agent) => agent.eq(self.agent_id).into(),
            _ => self.condition::<E>(),
        }
    }

    fn set_owner<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied> {
        if self.is_read_only {
            return Err(Denied);
        }
        let (Ownership::Agent(agent)
        | Ownership::Published(agent)
        | Ownership::Catalogue(agent)
        | Ownership::Ledger { agent, .. }
        | Ownership::Client { agent, .. }) = E::ownership()
        else {
            return Err(Denied);
        };
        row.set(agent, self.agent_id.into());
        Ok(())
    }
}

/// The ledger of one agent: all that a client's payment may write of the agent's rows.
#[derive(Clone, Debug)]
pub struct LedgerPolicy {
    pub(crate) agent_id: AgentId,
    pub(crate) only_client: Option<ClientId>,
}

impl LedgerPolicy {
    pub fn agent_id(&self) -> AgentId {
        self.agent_id
    }
}

impl RowPolicy for LedgerPolicy {
    fn condition<E: Owned>(&self) -> Condition {
        let Ownership::Ledger { agent, client } = E::ownership() else {
            return no_rows();
        };
        let of_agent = Condition::all().add(agent.eq(self.agent_id));
        match (self.only_client, client) {
            (None, _) => of_agent,
            (Some(own), Some(client)) => of_agent.add(client.eq(own)),
            // Entries belong to no client. A client reads them only together with its own postings.
            (Some(_), None) => no_rows(),
        }
    }

    fn set_owner<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied> {
        let Ownership::Ledger { agent, .. } = E::ownership() else {
            return Err(Denied);
        };
        if self.only_client.is_some() {
            return Err(Denied);
        }
        row.set(agent, self.agent_id.into());
        Ok(())
    }
}

/// The rows of one client.
#[derive(Clone, Debug)]
pub struct ClientPolicy {
    pub(crate) agent_id: AgentId,
    pub(crate) client_id: ClientId,
    /// Set for a preview: nothing may be changed, whatever a handler does.
    pub(crate) is_read_only: bool,
}

impl ClientPolicy {
    pub fn agent_id(&self) -> AgentId {
        self.agent_id
    }

    pub fn client_id(&self) -> ClientId {
        self.client_id
    }
}

impl RowPolicy for ClientPolicy {
    fn condition<E: Owned>(&self) -> Condition {
        match E::ownership() {
            Ownership::Client { agent, client } => Condition::all()
                .add(agent.eq(self.agent_id))
                .add(client.eq(self.client_id)),
            Ownership::Published(agent) => Condition::all().add(agent.eq(self.agent_id)),
            Ownership::Catalogue(agent) => catalogue_condition(agent, self.agent_id),
            _ => no_rows(),
        }
    }

    fn write_condition<E: Owned>(&self) -> Condition {
        match E::ownership() {
            Ownership::Published(_) | Ownership::Catalogue(_) => no_rows(),
            _ if self.is_read_only => no_rows(),
            _ => self.condition::<E>(),
        }
    }

    fn set_owner<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied> {
        if self.is_read_only {
            return Err(Denied);
        }
        let Ownership::Client { agent, client } = E::ownership() else {
            return Err(Denied);
        };
        row.set(agent, self.agent_id.into());
        row.set(client, self.client_id.into());
        Ok(())
    }
}

/// The rows of all clients of which a person is a confirmed member.
#[derive(Clone, Debug)]
pub struct ExtensionPolicy {
    pub(crate) clients: Vec<ExtensionClient>,
}

/// A client behind an extension token.
#[derive(Clone, Debug)]
pub struct ExtensionClient {
    pub agent_id: AgentId,
    pub client_id: ClientId,
    /// Whether the agent has items translated.
    pub translates: bool,
    pub agent_name: String,
}

impl ExtensionPolicy {
    /// The clients behind the token, with one client per agent.
    pub fn one_client_per_agent(&self) -> Vec<(AgentId, ClientId)> {
        let mut owners: Vec<_> = self
            .clients
            .iter()
            .map(|client| (client.agent_id, client.client_id))
            .collect();
        owners.sort_unstable();
        owners.dedup_by_key(|(agent_id, _)| *agent_id);
        owners
    }

    /// Whether the token gives access to the client.
    pub fn has_client(&self, client_id: ClientId) -> bool {
        self.clients.iter().any(|client| client.client_id == client_id)
    }

    /// The agent that translates texts: the agent of the given client, or else the first one. `None` if it translates nothing.
    pub fn translating_agent(&self, client_id: Option<ClientId>) -> Option<AgentId> {
        let mut clients = self.clients.iter().filter(|client| client.translates);
        let found = match client_id {
            Some(client_id) => clients.find(|client| client.client_id == client_id),
            None => clients.next(),
        };
        found.map(|client| client.agent_id)
    }

    /// The name of an agent within the policy; empty for any other agent.
    pub fn agent_name(&self, agent_id: AgentId) -> &str {
        self.clients
            .iter()
            .find(|client| client.agent_id == agent_id)
            .map_or("", |client| &client.agent_name)
    }
}

impl RowPolicy for ExtensionPolicy {
    fn condition<E: Owned>(&self) -> Condition {
        if self.clients.is_empty() {
            return no_rows();
        }
        let (agent, client) = match E::ownership() {
            Ownership::Client { agent, client } => (agent, client),
            // Rows that agents publish to their clients.
            Ownership::Published(agent) => {
                return agent.is_in(self.clients.iter().map(|owner| owner.agent_id)).into();
            }
            _ => return no_rows(),
        };
        self.clients.iter().fold(Condition::any(), |any, owner| {
            any.add(
                Condition::all()
                    .add(agent.eq(owner.agent_id))
                    .add(client.eq(owner.client_id)),
            )
        })
    }

    fn write_condition<E: Owned>(&self) -> Condition {
        match E::ownership() {
            Ownership::Published(_) => no_rows(),
            _ => self.condition::<E>(),
        }
    }

    /// A row with several possible owners must name its own.
    fn set_owner<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied> {
        let Ownership::Client { agent, client } = E::ownership() else {
            return Err(Denied);
        };
        let owner = (
            column_id(row, agent).ok_or(Denied)?,
            column_id(row, client).ok_or(Denied)?,
        );
        if self
            .clients
            .iter()
            .any(|client| (client.agent_id.0, client.client_id.0) == owner)
        {
            Ok(())
        } else {
            Err(Denied)
        }
    }
}

/// The rows that one person owns.
#[derive(Clone, Debug)]
pub struct UserPolicy {
    pub(crate) user_id: UserId,
}

impl RowPolicy for UserPolicy {
    fn condition<E: Owned>(&self) -> Condition {
        let Ownership::User(user) = E::ownership() else {
            return no_rows();
        };
        Condition::all().add(user.eq(self.user_id))
    }

    fn set_owner<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied> {
        let Ownership::User(user) = E::ownership() else {
            return Err(Denied);
        };
        row.set(user, self.user_id.into());
        Ok(())
    }
}
