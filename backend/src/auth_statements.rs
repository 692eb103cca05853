//! The statements of the auth lookups, put together from the features that own their tables.

use people::identity::caller_sql;
use platform::auth::AuthStatements;
use shared_types::access::Guard;
use trade::orders;

/// The statements of the service.
pub(crate) const AUTH_STATEMENTS: AuthStatements = AuthStatements {
    caller: caller_sql::caller_statement,
    step_up: caller_sql::step_up_statement,
    extension_caller: caller_sql::extension_statement,
    record_token_use: caller_sql::RECORD_TOKEN_USE,
    sessions: sessions_statement,
};

fn sessions_statement(guard: Guard, condition: &str, in_order: bool) -> String {
    let order = if in_order {
        orders::session_sql(guard)
    } else {
        ("", "false")
    };
    caller_sql::sessions_statement(guard, condition, order)
}
