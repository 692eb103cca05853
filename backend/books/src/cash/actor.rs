//! The person who changes the cash book.

use platform::auth::Caller;
use shared_types::id::UserId;

#[derive(Clone, Debug)]
pub struct Actor {
    pub user_id: Option<UserId>,
    pub name: String,
}

impl From<&Caller> for Actor {
    fn from(caller: &Caller) -> Self {
        Self {
            user_id: Some(caller.user_id),
            name: caller.acting_name(),
        }
    }
}
