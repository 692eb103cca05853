//! The agent's books: the one place where a client's request may write rows of its agent's.

use super::{
    AgentWall, ClientWall, Rows, Scope, SystemWall, Tx, Wall,
    run::{Open, Pooled},
    wall::BooksWall,
};

/// The books of an agent, in the transaction of whoever moves money.
pub type Books<'a> = Scope<BooksWall, &'a Open>;
/// The books to read: staff see all of their agent's, a client its own accounts alone.
pub type BooksScope = Scope<BooksWall, Pooled>;

/// A transaction that may write in its agent's books.
pub trait Bookkeeper: Rows {
    /// The books, in this transaction.
    fn books(&self) -> Books<'_>;
}

impl<W: Wall> Tx<W> {
    const fn books_of_agent(&self, agent_id: i64) -> Books<'_> {
        Scope {
            conn: &self.conn,
            wall: BooksWall {
                agent_id,
                only_client: None,
            },
        }
    }
}

impl Bookkeeper for Tx<AgentWall> {
    fn books(&self) -> Books<'_> {
        self.books_of_agent(self.wall.agent_id)
    }
}

impl Bookkeeper for Tx<ClientWall> {
    fn books(&self) -> Books<'_> {
        self.books_of_agent(self.wall.agent_id)
    }
}

impl Tx<SystemWall> {
    /// The books of the agent a job works for.
    pub fn books_of(&self, agent_id: i64) -> Books<'_> {
        self.books_of_agent(agent_id)
    }
}

impl Scope<AgentWall> {
    /// The books to read.
    pub fn books(&self) -> BooksScope {
        self.behind(BooksWall {
            agent_id: self.wall.agent_id,
            only_client: None,
        })
    }
}

impl Scope<ClientWall> {
    /// The client's own accounts to read.
    pub fn books(&self) -> BooksScope {
        self.behind(BooksWall {
            agent_id: self.wall.agent_id,
            only_client: Some(self.wall.client_id),
        })
    }
}
