//! Which tenant owns the rows of a table.

use sea_orm::{Condition, EntityTrait};
use shared_types::{id::StaffId, live::Topic};

/// The columns that contain the owner of a row.
#[derive(Clone, Copy, Debug)]
pub enum Ownership<C> {
    /// No tenant owns the rows; only the system scope reaches them.
    Global,
    /// A person owns the row.
    User(C),
    /// An agent owns the row.
    Agent(C),
    /// An agent owns the row, and its clients may read it: conditions, tariffs, rates.
    Published(C),
    /// A catalogue that agents extend. Every caller may read a row without an agent; an agent and its clients read the agent's
    /// rows.
    Catalogue(C),
    /// A row of an agent's ledger. Staff read it; a transaction that moves money writes it through [`super::LedgerPolicy`].
    Ledger {
        /// The column of the agent.
        agent: C,
        /// The column of the client, for rows that are about one client.
        client: Option<C>,
    },
    /// A client of an agent owns the row.
    Client {
        /// The column of the agent.
        agent: C,
        /// The column of the client.
        client: C,
    },
}

/// The rows that staff see whose breadth is `own`.
#[derive(Clone, Debug)]
pub enum Assigned {
    /// The table has no assignments: all rows.
    Everything,
    /// The rows that meet the condition.
    Only(Condition),
}

/// An entity that declares the owner of its rows. There is no default.
pub trait Owned: EntityTrait {
    /// The columns of the owner.
    fn ownership() -> Ownership<Self::Column>;

    /// The rows that a staff member with the breadth `own` sees.
    fn assigned_to(staff_id: StaffId) -> Assigned;

    /// The topic of live updates that a written row belongs to, and the column with the id of its object. Rows of other tables
    /// are not published.
    fn live() -> Option<(Topic, Self::Column)> {
        None
    }
}

/// Declares the owner of an entity's rows: an [`Ownership`] with its columns.
///
/// `assigned = |staff_id| …` gives the rows that a staff member with the breadth `own` sees: [`Assigned::Only`] a condition, or
/// [`Assigned::Everything`]. Tables of agents and clients must say it; the others have no assignments.
///
/// `live = (Topic::Order, Column::OrderId)` publishes each row that a scope inserts or updates, after the commit. Only statements
/// that know their rows do so: `update_count` and `delete_where` publish nothing.
#[macro_export]
macro_rules! owned {
    ($entity:ty => Global) => {
        impl $crate::scope::Owned for $entity {
            fn ownership() -> $crate::scope::Ownership<Self::Column> {
                $crate::scope::Ownership::Global
            }

            fn assigned_to(_: $crate::scope::StaffId) -> $crate::scope::Assigned {
                $crate::scope::Assigned::Everything
            }
        }
    };
    ($entity:ty => User($column:expr)) => {
        impl $crate::scope::Owned for $entity {
            fn ownership() -> $crate::scope::Ownership<Self::Column> {
                $crate::scope::Ownership::User($column)
            }

            fn assigned_to(_: $crate::scope::StaffId) -> $crate::scope::Assigned {
                $crate::scope::Assigned::Everything
            }
        }
    };
    ($entity:ty => Published($agent:expr)) => {
        impl $crate::scope::Owned for $entity {
            fn ownership() -> $crate::scope::Ownership<Self::Column> {
                $crate::scope::Ownership::Published($agent)
            }

            fn assigned_to(_: $crate::scope::StaffId) -> $crate::scope::Assigned {
                $crate::scope::Assigned::Everything
            }
        }
    };
    ($entity:ty => Catalogue($agent:expr)) => {
        impl $crate::scope::Owned for $entity {
            fn ownership() -> $crate::scope::Ownership<Self::Column> {
                $crate::scope::Ownership::Catalogue($agent)
            }

            fn assigned_to(_: $crate::scope::StaffId) -> $crate::scope::Assigned {
                $crate::scope::Assigned::Everything
            }
        }
    };
    ($entity:ty => Ledger($agent:expr, $client:expr) $(, live = ($topic:expr, $id:expr))?) => {
        impl $crate::scope::Owned for $entity {
            fn ownership() -> $crate::scope::Ownership<Self::Column> {
                $crate::scope::Ownership::Ledger {
                    agent: $agent,
                    client: $client,
                }
            }

            fn assigned_to(_: $crate::scope::StaffId) -> $crate::scope::Assigned {
                $crate::scope::Assigned::Everything
            }
            $(
                fn live() -> Option<($crate::scope::Topic, Self::Column)> {
                    Some(($topic, $id))
                }
            )?
        }
    };
    ($entity:ty => Agent($agent:expr), assigned = $assigned:expr $(, live = ($topic:expr, $id:expr))?) => {
        impl $crate::scope::Owned for $entity {
            fn ownership() -> $crate::scope::Ownership<Self::Column> {
                $crate::scope::Ownership::Agent($agent)
            }

            fn assigned_to(staff_id: $crate::scope::StaffId) -> $crate::scope::Assigned {
                let assigned: fn($crate::scope::StaffId) -> $crate::scope::Assigned = $assigned;
                assigned(staff_id)
            }
            $(
                fn live() -> Option<($crate::scope::Topic, Self::Column)> {
                    Some(($topic, $id))
                }
            )?
        }
    };
    ($entity:ty => Client($agent:expr, $client:expr), assigned = $assigned:expr $(, live = ($topic:expr, $id:expr))?) => {
        impl $crate::scope::Owned for $entity {
            fn ownership() -> $crate::scope::Ownership<Self::Column> {
                $crate::scope::Ownership::Client {
                    agent: $agent,
                    client: $client,
                }
            }

            fn assigned_to(staff_id: $crate::scope::StaffId) -> $crate::scope::Assigned {
                let assigned: fn($crate::scope::StaffId) -> $crate::scope::Assigned = $assigned;
                assigned(staff_id)
            }
            $(
                fn live() -> Option<($crate::scope::Topic, Self::Column)> {
                    Some(($topic, $id))
                }
            )?
        }
    };
}
