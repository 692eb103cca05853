//! Authentication and authorization: from credentials to scopes.
//!
//! [`authorize`] runs before every handler and checks the access that the endpoint declares. Extractors pass the scopes that it
//! built to the handler. Rights are read from the database with each request, never from the token, so a change takes effect at
//! once.

mod authorize;
mod caller;
mod joined_columns;
pub mod jwt;
mod loader;
mod lookup;
pub mod password;
mod session_check;
mod token_uses;

pub use authorize::{
    AuthLayer, AuthorizeOnly, StepUp, StepUpError, authorize, bearer_token, require_step_up, sender_socket,
};
pub use caller::{Caller, CallerTranslation, ExtensionCaller, Membership};
pub use joined_columns::JoinedColumns;
pub use loader::{
    AuthRows, CallerLoader, CallerNeeds, CallerQuery, FoundSession, FoundToken, StepUpState, ValidSession,
};
pub(crate) use session_check::SessionChecks;
pub use session_check::{check_session, session_rights, sessions_seeing_order};
pub use token_uses::TokenUse;
pub(crate) use token_uses::TokenUses;
