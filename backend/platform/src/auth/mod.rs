//! Authentication and authorization: from credentials to scopes.
//!
//! [`authorize`] runs before every handler and checks the access that the endpoint declares. Extractors pass the scopes that it
//! built to the handler. Rights are read from the database with each request, never from the token, so a change takes effect at
//! once.

mod api_key;
mod authorize;
mod bearer;
mod caller;
mod extractors;
pub mod jwt;
mod key_origins;
mod loader;
mod lookup;
mod networks;
pub mod password;
mod response_notes;
mod session_check;
mod socket_rights;
mod token_flush;
mod token_uses;

pub use authorize::{AuthLayer, AuthorizeOnly, StepUp, StepUpError, authorize, require_step_up, sender_socket};
pub use bearer::bearer_token;
pub use caller::{Caller, CallerKey, CallerTranslation, Credential, ExtensionCaller, Membership, StepUpState};
pub(crate) use key_origins::KeyOrigins;
pub use loader::{
    AuthRows, CallerLoader, CallerNeeds, CallerQuery, FoundKey, FoundSession, FoundToken, SocketKey, ValidSession,
};
pub use response_notes::CountedLimits;
pub(crate) use response_notes::Replay;
pub use session_check::{check_session, session_rights, sessions_seeing_order};
pub(crate) use socket_rights::SessionChecks;
pub use socket_rights::SocketRights;
pub(crate) use token_uses::TokenUses;
pub use token_uses::{TokenId, TokenUse};
