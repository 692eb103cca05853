//! The ledger of an agent: the only rows of an agent that a client's request may write.

use super::{AgentPolicy, ClientPolicy, RowPolicy, Scope, ScopedConnection, ScopedTx, SystemPolicy, Tx};
use crate::scope::{
    connection::{OpenTx, Pooled},
    policy::LedgerPolicy,
};
use shared_types::id::{AgentId, ClientId, StaffId};

/// The ledger of an agent, in the transaction that moves money.
pub type LedgerTx<'a> = Scope<LedgerPolicy, &'a OpenTx>;
/// The ledger for reading: staff see all of it, a client sees its own accounts only.
pub type LedgerScope = Scope<LedgerPolicy, Pooled>;

/// A transaction that may write to its agent's ledger.
pub trait LedgerAccess: ScopedConnection {
    /// The ledger, in this transaction.
    fn ledger(&self) -> LedgerTx<'_>;

    /// The rows of a client, in this transaction: its charges count in all of its orders, including orders that are not assigned
    /// to the acting staff member.
    fn client_rows(&self, client_id: ClientId) -> ScopedTx<'_, ClientPolicy>;
}

impl<W: RowPolicy> Tx<W> {
    const fn ledger_of_agent(&self, agent_id: AgentId) -> LedgerTx<'_> {
        Scope {
            conn: &self.conn,
            policy: LedgerPolicy {
                agent_id,
                only_client: None,
            },
        }
    }
}

impl LedgerAccess for Tx<AgentPolicy> {
    fn ledger(&self) -> LedgerTx<'_> {
        self.ledger_of_agent(self.policy.agent_id)
    }

    fn client_rows(&self, client_id: ClientId) -> ScopedTx<'_, ClientPolicy> {
        Scope {
            conn: &self.conn,
            policy: ClientPolicy {
                agent_id: self.policy.agent_id,
                client_id,
                is_read_only: self.policy.is_read_only,
            },
        }
    }
}

impl Tx<AgentPolicy> {
    /// The same transaction, narrowed by another right than the one of the request: to the rows of one staff member, or not.
    pub fn narrowed_to(&self, only_staff: Option<StaffId>) -> ScopedTx<'_, AgentPolicy> {
        Scope {
            conn: &self.conn,
            policy: AgentPolicy {
                only_staff,
                ..self.policy.clone()
            },
        }
    }
}

impl LedgerAccess for ScopedTx<'_, AgentPolicy> {
    fn ledger(&self) -> LedgerTx<'_> {
        Scope {
            conn: self.conn,
            policy: LedgerPolicy {
                agent_id: self.policy.agent_id,
                only_client: None,
            },
        }
    }

    fn client_rows(&self, client_id: ClientId) -> ScopedTx<'_, ClientPolicy> {
        Scope {
            conn: self.conn,
            policy: ClientPolicy {
                agent_id: self.policy.agent_id,
                client_id,
                is_read_only: self.policy.is_read_only,
            },
        }
    }
}

impl LedgerAccess for Tx<ClientPolicy> {
    fn ledger(&self) -> LedgerTx<'_> {
        self.ledger_of_agent(self.policy.agent_id)
    }

    /// A client's transaction reaches its own rows only, regardless of the id.
    fn client_rows(&self, _: ClientId) -> ScopedTx<'_, ClientPolicy> {
        Scope {
            conn: &self.conn,
            policy: self.policy.clone(),
        }
    }
}

impl Tx<SystemPolicy> {
    /// The ledger of the agent that a job works for.
    pub fn ledger_of(&self, agent_id: AgentId) -> LedgerTx<'_> {
        self.ledger_of_agent(agent_id)
    }
}

impl Scope<AgentPolicy> {
    /// The ledger of the agent, for reading.
    pub fn ledger(&self) -> LedgerScope {
        self.with_policy(LedgerPolicy {
            agent_id: self.policy.agent_id,
            only_client: None,
        })
    }
}

impl Scope<ClientPolicy> {
    /// The client's own accounts, for reading.
    pub fn ledger(&self) -> LedgerScope {
        self.with_policy(LedgerPolicy {
            agent_id: self.policy.agent_id,
            only_client: Some(self.policy.client_id),
        })
    }
}
