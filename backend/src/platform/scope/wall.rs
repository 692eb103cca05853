//! The walls themselves: which rows a scope reaches, and what it stamps on new ones.

use super::{Assigned, Owned, Walls};
use sea_orm::{ActiveModelTrait, ActiveValue, ColumnTrait, Condition, DbErr, EntityTrait, Value, sea_query::Expr};

/// A row that the wall does not let in.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the row belongs to another tenant")]
pub struct Denied;

impl From<Denied> for DbErr {
    fn from(denied: Denied) -> Self {
        Self::Custom(denied.to_string())
    }
}

/// Which rows a scope reaches.
pub trait Wall: Clone + Send + Sync + 'static {
    /// The condition that every statement on the entity gets; nothing passes where the wall can't be applied.
    fn condition<E: Owned>(&self) -> Condition;

    /// The same for statements that change rows; narrower where a scope reads what it may not change.
    fn changes<E: Owned>(&self) -> Condition {
        self.condition::<E>()
    }

    /// Writes the tenant on a new row, or refuses the row.
    fn stamp<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied>;
}

fn nothing() -> Condition {
    Condition::all().add(Expr::cust("1 = 0"))
}

/// What everybody may read, and what this agent added to it.
fn catalogue(agent: impl ColumnTrait, agent_id: i64) -> Condition {
    Condition::any().add(agent.is_null()).add(agent.eq(agent_id))
}

fn number<E: EntityTrait, A: ActiveModelTrait<Entity = E>>(row: &A, column: E::Column) -> Option<i64> {
    match row.get(column) {
        ActiveValue::Set(Value::BigInt(value)) | ActiveValue::Unchanged(Value::BigInt(value)) => value,
        _ => None,
    }
}

/// Passes everything.
#[derive(Clone, Debug)]
pub struct SystemWall(pub(super) ());

impl Wall for SystemWall {
    fn condition<E: Owned>(&self) -> Condition {
        Condition::all()
    }

    fn stamp<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, _: &mut A) -> Result<(), Denied> {
        Ok(())
    }
}

/// One agent's rows, or those of them that are assigned to one staff member.
#[derive(Clone, Debug)]
pub struct AgentWall {
    pub(in crate::platform) agent_id: i64,
    pub(in crate::platform) only_staff: Option<i64>,
    /// A preview of another group's cabinet changes nothing, whatever a handler tries.
    pub(in crate::platform) reads_only: bool,
}

impl AgentWall {
    /// The agent.
    pub fn agent_id(&self) -> i64 {
        self.agent_id
    }
}

impl Wall for AgentWall {
    fn condition<E: Owned>(&self) -> Condition {
        if let Walls::Catalogue(agent) = E::walls() {
            return catalogue(agent, self.agent_id);
        }
        let (Walls::Agent(agent) | Walls::Published(agent) | Walls::Books { agent, .. } | Walls::Client { agent, .. }) =
            E::walls()
        else {
            return nothing();
        };
        let mine = Condition::all().add(agent.eq(self.agent_id));
        match self.only_staff.map(E::assigned_to) {
            Some(Assigned::Only(assigned)) => mine.add(assigned),
            Some(Assigned::Everything) | None => mine,
        }
    }

    fn changes<E: Owned>(&self) -> Condition {
        match E::walls() {
            _ if self.reads_only => nothing(),
            Walls::Catalogue(agent) => agent.eq(self.agent_id).into(),
            _ => self.condition::<E>(),
        }
    }

    fn stamp<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied> {
        if self.reads_only {
            return Err(Denied);
        }
        let (Walls::Agent(agent)
        | Walls::Published(agent)
        | Walls::Catalogue(agent)
        | Walls::Books { agent, .. }
        | Walls::Client { agent, .. }) = E::walls()
        else {
            return Err(Denied);
        };
        row.set(agent, self.agent_id.into());
        Ok(())
    }
}

/// One agent's books: what a client's payment may write of its agent's, and nothing else of the agent's.
#[derive(Clone, Debug)]
pub struct BooksWall {
    pub(in crate::platform) agent_id: i64,
    pub(in crate::platform) only_client: Option<i64>,
}

impl BooksWall {
    /// The agent.
    pub fn agent_id(&self) -> i64 {
        self.agent_id
    }
}

impl Wall for BooksWall {
    fn condition<E: Owned>(&self) -> Condition {
        let Walls::Books { agent, client } = E::walls() else {
            return nothing();
        };
        let of_agent = Condition::all().add(agent.eq(self.agent_id));
        match (self.only_client, client) {
            (None, _) => of_agent,
            (Some(own), Some(client)) => of_agent.add(client.eq(own)),
            // Entries belong to no client; a client reads them only beside its own postings.
            (Some(_), None) => nothing(),
        }
    }

    fn stamp<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied> {
        let Walls::Books { agent, .. } = E::walls() else {
            return Err(Denied);
        };
        if self.only_client.is_some() {
            return Err(Denied);
        }
        row.set(agent, self.agent_id.into());
        Ok(())
    }
}

/// One client's rows.
#[derive(Clone, Debug)]
pub struct ClientWall {
    pub(in crate::platform) agent_id: i64,
    pub(in crate::platform) client_id: i64,
    /// A preview of another group's cabinet changes nothing, whatever a handler tries.
    pub(in crate::platform) reads_only: bool,
}

impl ClientWall {
    /// The agent.
    pub fn agent_id(&self) -> i64 {
        self.agent_id
    }

    /// The client.
    pub fn client_id(&self) -> i64 {
        self.client_id
    }
}

impl Wall for ClientWall {
    fn condition<E: Owned>(&self) -> Condition {
        match E::walls() {
            Walls::Client { agent, client } => Condition::all()
                .add(agent.eq(self.agent_id))
                .add(client.eq(self.client_id)),
            Walls::Published(agent) => Condition::all().add(agent.eq(self.agent_id)),
            Walls::Catalogue(agent) => catalogue(agent, self.agent_id),
            _ => nothing(),
        }
    }

    fn changes<E: Owned>(&self) -> Condition {
        match E::walls() {
            Walls::Published(_) | Walls::Catalogue(_) => nothing(),
            _ if self.reads_only => nothing(),
            _ => self.condition::<E>(),
        }
    }

    fn stamp<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied> {
        if self.reads_only {
            return Err(Denied);
        }
        let Walls::Client { agent, client } = E::walls() else {
            return Err(Denied);
        };
        row.set(agent, self.agent_id.into());
        row.set(client, self.client_id.into());
        Ok(())
    }
}

/// The rows of all clients of which a person is a confirmed member.
#[derive(Clone, Debug)]
pub struct ExtWall {
    pub(in crate::platform) clients: Vec<ExtClient>,
}

/// One of the clients behind an extension token.
#[derive(Clone, Debug)]
pub struct ExtClient {
    pub(in crate::platform) agent_id: i64,
    pub(in crate::platform) client_id: i64,
    pub(in crate::platform) agent_name: String,
}

impl ExtWall {
    /// The name of an agent behind the wall; empty for any other.
    pub fn agent_name(&self, agent_id: i64) -> &str {
        self.clients
            .iter()
            .find(|client| client.agent_id == agent_id)
            .map_or("", |client| &client.agent_name)
    }
}

impl Wall for ExtWall {
    fn condition<E: Owned>(&self) -> Condition {
        let Walls::Client { agent, client } = E::walls() else {
            return nothing();
        };
        if self.clients.is_empty() {
            return nothing();
        }
        self.clients.iter().fold(Condition::any(), |any, owner| {
            any.add(
                Condition::all()
                    .add(agent.eq(owner.agent_id))
                    .add(client.eq(owner.client_id)),
            )
        })
    }

    /// A row of several possible owners must name its own.
    fn stamp<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied> {
        let Walls::Client { agent, client } = E::walls() else {
            return Err(Denied);
        };
        let owner = (number(row, agent).ok_or(Denied)?, number(row, client).ok_or(Denied)?);
        if self
            .clients
            .iter()
            .any(|client| (client.agent_id, client.client_id) == owner)
        {
            Ok(())
        } else {
            Err(Denied)
        }
    }
}

/// One person's own rows.
#[derive(Clone, Debug)]
pub struct UserWall {
    pub(in crate::platform) user_id: i64,
}

impl Wall for UserWall {
    fn condition<E: Owned>(&self) -> Condition {
        let Walls::User(user) = E::walls() else {
            return nothing();
        };
        Condition::all().add(user.eq(self.user_id))
    }

    fn stamp<E: Owned, A: ActiveModelTrait<Entity = E>>(&self, row: &mut A) -> Result<(), Denied> {
        let Walls::User(user) = E::walls() else {
            return Err(Denied);
        };
        row.set(user, self.user_id.into());
        Ok(())
    }
}
