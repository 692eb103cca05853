//! Whose rows a table holds.

use sea_orm::{Condition, EntityTrait};

/// The columns that say whose a row is.
#[derive(Clone, Copy, Debug)]
pub enum Walls<C> {
    /// No tenant owns the rows; only the system scope reaches them.
    Global,
    /// A person owns the row.
    User(C),
    /// An agent owns the row.
    Agent(C),
    /// An agent owns the row, and its clients may read it: conditions, tariffs, rates.
    Published(C),
    /// A row of no agent is everybody's to read, an agent's is its own and its clients': catalogues that agents add to.
    Catalogue(C),
    /// An agent's books hold the row: staff read them, and whoever moves money writes them through [`super::BooksWall`].
    Books {
        /// The agent's column.
        agent: C,
        /// The client's column, on rows that are about one client.
        client: Option<C>,
    },
    /// An agent's client owns the row.
    Client {
        /// The agent's column.
        agent: C,
        /// The client's column.
        client: C,
    },
}

/// Which rows staff see who see only what is assigned to them.
#[derive(Clone, Debug)]
pub enum Assigned {
    /// The table knows no assignment: nothing is narrowed.
    Everything,
    /// Rows that meet the condition.
    Only(Condition),
}

/// An entity that says whose its rows are; there is no default.
pub trait Owned: EntityTrait {
    /// The owner's columns.
    fn walls() -> Walls<Self::Column>;

    /// The rows of a staff member with the breadth `own`.
    fn assigned_to(staff_id: i64) -> Assigned;
}

/// Declares whose an entity's rows are.
macro_rules! owned {
    ($entity:ty => Global) => {
        impl $crate::platform::scope::Owned for $entity {
            fn walls() -> $crate::platform::scope::Walls<Self::Column> {
                $crate::platform::scope::Walls::Global
            }

            fn assigned_to(_: i64) -> $crate::platform::scope::Assigned {
                $crate::platform::scope::Assigned::Everything
            }
        }
    };
    ($entity:ty => User($column:expr)) => {
        impl $crate::platform::scope::Owned for $entity {
            fn walls() -> $crate::platform::scope::Walls<Self::Column> {
                $crate::platform::scope::Walls::User($column)
            }

            fn assigned_to(_: i64) -> $crate::platform::scope::Assigned {
                $crate::platform::scope::Assigned::Everything
            }
        }
    };
    ($entity:ty => Published($agent:expr)) => {
        impl $crate::platform::scope::Owned for $entity {
            fn walls() -> $crate::platform::scope::Walls<Self::Column> {
                $crate::platform::scope::Walls::Published($agent)
            }

            fn assigned_to(_: i64) -> $crate::platform::scope::Assigned {
                $crate::platform::scope::Assigned::Everything
            }
        }
    };
    ($entity:ty => Catalogue($agent:expr)) => {
        impl $crate::platform::scope::Owned for $entity {
            fn walls() -> $crate::platform::scope::Walls<Self::Column> {
                $crate::platform::scope::Walls::Catalogue($agent)
            }

            fn assigned_to(_: i64) -> $crate::platform::scope::Assigned {
                $crate::platform::scope::Assigned::Everything
            }
        }
    };
    ($entity:ty => Books($agent:expr, $client:expr)) => {
        impl $crate::platform::scope::Owned for $entity {
            fn walls() -> $crate::platform::scope::Walls<Self::Column> {
                $crate::platform::scope::Walls::Books {
                    agent: $agent,
                    client: $client,
                }
            }

            fn assigned_to(_: i64) -> $crate::platform::scope::Assigned {
                $crate::platform::scope::Assigned::Everything
            }
        }
    };
    ($entity:ty => Agent($agent:expr), assigned = $assigned:expr) => {
        impl $crate::platform::scope::Owned for $entity {
            fn walls() -> $crate::platform::scope::Walls<Self::Column> {
                $crate::platform::scope::Walls::Agent($agent)
            }

            fn assigned_to(staff_id: i64) -> $crate::platform::scope::Assigned {
                let assigned: fn(i64) -> $crate::platform::scope::Assigned = $assigned;
                assigned(staff_id)
            }
        }
    };
    ($entity:ty => Client($agent:expr, $client:expr), assigned = $assigned:expr) => {
        impl $crate::platform::scope::Owned for $entity {
            fn walls() -> $crate::platform::scope::Walls<Self::Column> {
                $crate::platform::scope::Walls::Client {
                    agent: $agent,
                    client: $client,
                }
            }

            fn assigned_to(staff_id: i64) -> $crate::platform::scope::Assigned {
                let assigned: fn(i64) -> $crate::platform::scope::Assigned = $assigned;
                assigned(staff_id)
            }
        }
    };
}

pub(crate) use owned;
