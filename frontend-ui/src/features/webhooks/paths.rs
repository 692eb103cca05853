//! The addresses of the pages.

use crate::session;
use shared_types::{access::Guard, id::WebhookId};

/// The page of the settings that has the list.
pub(super) fn list_url() -> &'static str {
    match session::guard() {
        Guard::Agent => "/agent/settings?tab=webhooks",
        Guard::Client => "/client/settings",
    }
}

pub(super) fn webhook_url(id: WebhookId) -> String {
    match session::guard() {
        Guard::Agent => format!("/agent/settings?tab=webhooks&webhook={id}"),
        Guard::Client => format!("/client/settings?webhook={id}"),
    }
}
