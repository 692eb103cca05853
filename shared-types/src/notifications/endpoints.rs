//! Endpoints of announcements and notification preferences.

use super::{Attention, dto::*};
use crate::{
    access::{Access, Guard, Level, Object, PerSide},
    endpoint::Nothing,
    id::NotificationId,
    page::{CappedCount, Page},
};

const VIEW: Access = Access::Agent(Object::Notifications, Level::View);
const EDIT: Access = Access::Agent(Object::Notifications, Level::Edit);
const SEND: Access = Access::Agent(Object::Notifications, Level::Manage);

crate::endpoints! {
    notification_endpoints:

    [Notifications]
    ListNotifications, "list_notifications": Get "/agent/notifications", VIEW, 200;
    "Lists the agent's announcements to its clients, newest first.";
    path = (), query = NotificationQuery, body = Nothing => Page<Notification>;

    CountNotifications, "count_notifications": Get "/agent/notifications/counts", VIEW, 200;
    "Counts the agent's announcements, up to 1,000.";
    path = (), query = Nothing, body = Nothing => CappedCount;

    CreateNotification, "create_notification": Post "/agent/notifications", EDIT, 201, idempotent = true;
    "Creates an announcement: a draft, or one scheduled for a later time.";
    path = (), query = Nothing, body = NewNotification => Notification;

    PreviewNotification, "preview_notification": Post "/agent/notifications/rehearsal", VIEW, 200;
    "Previews an announcement: the number of recipients and an example of the text.";
    path = (), query = Nothing, body = NotificationPreviewRequest => NotificationPreview;

    ShowNotification, "show_notification": Get "/agent/notifications/{notification}", VIEW, 200;
    "Returns an announcement.";
    path = (NotificationId,), query = Nothing, body = Nothing => Notification;

    ChangeNotification, "change_notification": Patch "/agent/notifications/{notification}", EDIT, 200, versioned = true;
    "Changes an announcement that was not sent yet.";
    path = (NotificationId,), query = Nothing, body = NewNotification => Notification;

    DeleteNotification, "delete_notification": Delete "/agent/notifications/{notification}", EDIT, 204, versioned = true;
    "Deletes an announcement that was not sent yet.";
    path = (NotificationId,), query = Nothing, body = Nothing => Nothing;

    SendNotification, "send_notification": Post "/agent/notifications/{notification}/send", SEND, 200, idempotent = true;
    "Sends an announcement immediately.";
    path = (NotificationId,), query = Nothing, body = Nothing => Notification;

    ListNotificationDeliveries, "list_notification_deliveries": Get "/agent/notifications/{notification}/deliveries", VIEW, 200;
    "Lists the deliveries of an announcement by client.";
    path = (NotificationId,), query = DeliveryQuery, body = Nothing => Page<NotificationDelivery>;

    ListAnnouncements, "list_announcements": Get "/client/announcements", Access::Guard(Guard::Client), 200;
    "Lists the announcements that the client received, newest first.";
    path = (), query = NotificationQuery, body = Nothing => Page<Announcement>;

    CountAnnouncements, "count_announcements": Get "/client/announcements/counts", Access::Guard(Guard::Client), 200;
    "Counts the announcements that the client received, up to 1,000.";
    path = (), query = Nothing, body = Nothing => CappedCount;

    ShowAttention, "show_agent_attention" | "show_client_attention": Get "/attention", PerSide::GUARD, 200;
    "Counts the caller's tasks: orders to price and to buy, requests, problems and unread chats." |
    "Counts the caller's tasks: quotes to pay, deliveries to choose, arrived shipments, rejected requests and unread chats.";
    path = (), query = Nothing, body = Nothing => Attention;

    Unsubscribe, "unsubscribe": Post "/client/unsubscribe/{token}", Access::Public, 204;
    "Ends all notifications by e-mail of the person that the token of an e-mail belongs to. A mail program calls it (RFC 8058).";
    path = (String,), query = Nothing, body = Nothing => Nothing;

    ShowNoticePreferences, "show_agent_notice_preferences" | "show_client_notice_preferences":
        Get "/notice-preferences", PerSide::GUARD, 200;
    "Returns the caller's notification preferences.";
    path = (), query = Nothing, body = Nothing => NoticePreferences;

    ChangeNoticePreferences, "change_agent_notice_preferences" | "change_client_notice_preferences":
        Patch "/notice-preferences", PerSide::GUARD, 200;
    "Changes the caller's notification preferences.";
    path = (), query = Nothing, body = NoticeChoices => NoticePreferences;
}
