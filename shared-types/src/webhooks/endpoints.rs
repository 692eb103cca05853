//! The endpoints of webhooks.

use super::*;
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::Nothing,
    id::{WebhookDeliveryId, WebhookId},
    page::{Listing, Page},
};

const VIEW: PerSide<Access> = PerSide::right(Object::Settings, Level::View);
const EDIT: PerSide<Access> = PerSide::right(Object::Settings, Level::Edit);

crate::endpoints! {
    webhook_endpoints:

    [Webhooks]
    ListWebhooks, "list_agent_webhooks" | "list_client_webhooks": Get "/webhooks", VIEW, 200;
    "Lists the webhooks of the cabinet.";
    path = (), query = Nothing, body = Nothing => Listing<Webhook>;

    CreateWebhook, "create_agent_webhook" | "create_client_webhook": Post "/webhooks", EDIT, 201;
    "Creates a webhook and returns its secret. The secret is in this answer only, so a repeated request creates another webhook.";
    path = (), query = Nothing, body = NewWebhook => WebhookWithSecret;

    ShowWebhook, "show_agent_webhook" | "show_client_webhook": Get "/webhooks/{webhook}", VIEW, 200;
    "Returns a webhook.";
    path = (WebhookId,), query = Nothing, body = Nothing => Webhook;

    ChangeWebhook, "change_agent_webhook" | "change_client_webhook": Patch "/webhooks/{webhook}", EDIT, 200, versioned = true;
    "Changes a webhook, or switches it on or off.";
    path = (WebhookId,), query = Nothing, body = WebhookChange => Webhook;

    DeleteWebhook, "delete_agent_webhook" | "delete_client_webhook": Delete "/webhooks/{webhook}", EDIT, 204;
    "Deletes a webhook with its deliveries.";
    path = (WebhookId,), query = Nothing, body = Nothing => Nothing;

    RotateWebhookSecret, "rotate_agent_webhook_secret" | "rotate_client_webhook_secret":
        Post "/webhooks/{webhook}/secret", EDIT, 200;
    "Makes a new secret. The previous one also signs for 24 hours.";
    path = (WebhookId,), query = Nothing, body = Nothing => WebhookWithSecret;

    TestWebhook, "test_agent_webhook" | "test_client_webhook": Post "/webhooks/{webhook}/test", EDIT, 201;
    "Sends an event of the type webhook.test, also to a webhook that is not active.";
    path = (WebhookId,), query = Nothing, body = Nothing => WebhookDelivery;

    ReplayWebhookEvents, "replay_agent_webhook_events" | "replay_client_webhook_events":
        Post "/webhooks/{webhook}/replay", EDIT, 202;
    "Sends the events of a time again, or those of it that were not delivered.";
    path = (WebhookId,), query = Nothing, body = ReplayRequest => Nothing;

    ListWebhookDeliveries, "list_agent_webhook_deliveries" | "list_client_webhook_deliveries":
        Get "/webhooks/{webhook}/deliveries", VIEW, 200;
    "Lists the deliveries of a webhook, newest first. They are kept for 30 days.";
    path = (WebhookId,), query = WebhookDeliveryQuery, body = Nothing => Page<WebhookDelivery>;

    ReplayWebhookDelivery, "replay_agent_webhook_delivery" | "replay_client_webhook_delivery":
        Post "/webhooks/{webhook}/deliveries/{delivery}/replay", EDIT, 200;
    "Sends an event again.";
    path = (WebhookId, WebhookDeliveryId), query = Nothing, body = Nothing => WebhookDelivery;
}
