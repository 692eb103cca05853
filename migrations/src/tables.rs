//! Whose rows each table holds; a test compares the list with the migrated schema.

/// Who owns the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// An agent: `agent_id` is never null.
    Agent,
    /// An agent's client: `agent_id` and `client_id` are never null.
    Client,
    /// No tenant; says why.
    Global(&'static str),
}

/// Every table of the schema.
pub const TABLES: &[(&str, Owner)] = &[
    ("access_group_rights", Owner::Agent),
    ("access_groups", Owner::Agent),
    ("agents", Owner::Global("the tenants themselves")),
    ("client_members", Owner::Client),
    ("clients", Owner::Agent),
    ("extension_tokens", Owner::Global("a person's, across cabinets")),
    ("idempotency_keys", Owner::Global("a person's, across cabinets")),
    ("jobs", Owner::Global("a job enters its tenant when it runs")),
    ("login_codes", Owner::Global("before it is known who logs in")),
    (
        "messenger_contacts",
        Owner::Global("a phone's, whatever cabinets it opens"),
    ),
    ("notes", Owner::Agent),
    ("order_groups", Owner::Client),
    ("order_history", Owner::Client),
    ("order_items", Owner::Client),
    ("orders", Owner::Client),
    (
        "rate_counters",
        Owner::Global("guesses are counted by phone and address"),
    ),
    ("refresh_tokens", Owner::Global("a login's")),
    ("sessions", Owner::Global("a person's login; it names its membership")),
    ("staff", Owner::Agent),
    ("users", Owner::Global("people belong to several tenants")),
];
