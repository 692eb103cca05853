//! The sides of the system.

closed_set! {
    /// The side of the system that a credential belongs to. A token of one side is refused by the other.
    pub enum Guard {
        /// Staff of an agent.
        Agent = "agent",
        /// Members of a client.
        Client = "client",
    }
}
