//! The endpoints that a read-only cabinet still allows.

use crate::{
    endpoint::{Method, Route},
    tag::Tag,
};

/// Operations that change nothing for the agent although they are not sent by GET: drafts, which only their client sees,
/// reading marks, and requests that only calculate.
const ALLOWED: [&str; 21] = [
    "add_item",
    "authorize_channel",
    "change_agent_notice_preferences",
    "change_client_notice_preferences",
    "change_import",
    "change_item",
    "change_order",
    "confirm_import",
    "create_extension_token",
    "create_order",
    "match_statement",
    "preview_agent_group",
    "preview_client_group",
    "read_agent_chat",
    "read_client_chat",
    "read_statement",
    "remove_item",
    "revoke_extension_token",
    "save_personal_note",
    "undo_import",
    "upload_import",
];

/// Whether an endpoint stays possible while the agent's cabinet is read-only, because an invoice of the service is overdue:
/// reading, login, the profile, billing itself, and the endpoints in [`ALLOWED`].
pub fn is_allowed_while_read_only(route: &Route) -> bool {
    matches!(route.method, Method::Get)
        || matches!(route.tag, Tag::Billing | Tag::Login | Tag::Profile)
        || ALLOWED.contains(&route.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoint::{Endpoint, EndpointVisitor};

    #[derive(Default)]
    struct Names(Vec<&'static str>);

    impl EndpointVisitor for Names {
        fn visit<E: Endpoint>(&mut self) {
            self.0.extend(Route::all::<E>().iter().map(|route| route.name));
        }
    }

    #[test]
    fn every_allowed_operation_exists() {
        let mut names = Names::default();
        crate::api::visit_endpoints(&mut names);
        for name in ALLOWED {
            assert!(names.0.contains(&name), "{name}");
        }
    }
}
