//! Browsers that get notifications by web push.

use crate::{access::PerSide, endpoint::Nothing, id::PushSubscriptionId};
use chrono::{DateTime, Utc};

/// Maximum length of the address at a push service, in characters.
pub const PUSH_ENDPOINT: usize = 1000;

/// The keys of a browser's subscription.
#[apply(request)]
pub struct PushKeys {
    /// Public key of the browser on P-256: 65 bytes in base64url.
    pub p256dh: String,
    /// Secret of the subscription: 16 bytes in base64url.
    pub auth: String,
}

/// A subscription of the browser, as `PushSubscription.toJSON()` gives it.
#[apply(request)]
pub struct NewPushSubscription {
    /// Address at the browser's push service.
    pub endpoint: String,
    pub keys: PushKeys,
}

/// A browser that gets the caller's notifications.
#[apply(response)]
pub struct PushSubscription {
    pub id: PushSubscriptionId,
    /// Browser and operating system; empty if neither is recognized.
    pub device: String,
    /// Whether it belongs to the session of the request.
    pub current: bool,
    /// Creation time.
    pub created_at: DateTime<Utc>,
}

/// The browsers that get the caller's notifications.
#[apply(response)]
pub struct PushSubscriptions {
    /// Public key of the server that browsers subscribe with (VAPID), in base64url.
    pub public_key: String,
    /// Browsers, oldest first.
    pub data: Vec<PushSubscription>,
}

crate::endpoints! {
    push_endpoints:

    [Profile]
    ListPushSubscriptions, "list_agent_push_subscriptions" | "list_client_push_subscriptions":
        Get "/push-subscriptions", PerSide::GUARD, 200;
    "Lists the browsers that get the caller's notifications at this agent, and returns the key to subscribe with.";
    path = (), query = Nothing, body = Nothing => PushSubscriptions;

    SavePushSubscription, "save_agent_push_subscription" | "save_client_push_subscription":
        Post "/push-subscriptions", PerSide::GUARD, 200;
    "Sends notifications to the browser of the session, until the session ends. Replaces the session's earlier subscription.";
    path = (), query = Nothing, body = NewPushSubscription => PushSubscription;

    DeletePushSubscription, "delete_agent_push_subscription" | "delete_client_push_subscription":
        Delete "/push-subscriptions/{subscription}", PerSide::GUARD, 204;
    "Ends the notifications of a browser.";
    path = (PushSubscriptionId,), query = Nothing, body = Nothing => Nothing;
}
