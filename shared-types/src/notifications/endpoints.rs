//! Addresses of notifications.

use super::dto::*;
use crate::{
    access::{Access, Guard, Level, Object},
    endpoint::Nothing,
    id::NotificationId,
    page::Page,
};

const VIEW: Access = Access::Agent(Object::Notifications, Level::View);
const EDIT: Access = Access::Agent(Object::Notifications, Level::Edit);
const SEND: Access = Access::Agent(Object::Notifications, Level::Manage);

crate::endpoints! {
    ListNotifications, "list_notifications": Get "/agent/notifications", VIEW, 200;
    "The agent's own notifications to its clients, newest first.";
    path = (), query = NotificationQuery, body = Nothing => Page<Notification>;

    CreateNotification, "create_notification": Post "/agent/notifications", EDIT, 201, idempotent = true;
    "Writes a notification: a draft, or one that goes out at its time.";
    path = (), query = Nothing, body = NewNotification => Notification;

    RehearseNotification, "rehearse_notification": Post "/agent/notifications/rehearsal", VIEW, 200;
    "Says who would get a text, and how it would read.";
    path = (), query = Nothing, body = Rehearsal => Rehearsed;

    ShowNotification, "show_notification": Get "/agent/notifications/{notification}", VIEW, 200;
    "One notification.";
    path = (NotificationId,), query = Nothing, body = Nothing => Notification;

    ChangeNotification, "change_notification": Patch "/agent/notifications/{notification}", EDIT, 200;
    "Rewrites a notification that has not gone out.";
    path = (NotificationId,), query = Nothing, body = NewNotification => Notification;

    DeleteNotification, "delete_notification": Delete "/agent/notifications/{notification}", EDIT, 204;
    "Forgets a notification that has not gone out.";
    path = (NotificationId,), query = Nothing, body = Nothing => Nothing;

    SendNotification, "send_notification": Post "/agent/notifications/{notification}/send", SEND, 200, idempotent = true;
    "Sends a notification now.";
    path = (NotificationId,), query = Nothing, body = Nothing => Notification;

    ListNotificationDeliveries, "list_notification_deliveries": Get "/agent/notifications/{notification}/deliveries", VIEW, 200;
    "How a notification went, client by client.";
    path = (NotificationId,), query = DeliveryQuery, body = Nothing => Page<NotificationDelivery>;

    ListAnnouncements, "list_announcements": Get "/client/announcements", Access::Guard(Guard::Client), 200;
    "What the agent wrote to the client, newest first.";
    path = (), query = NotificationQuery, body = Nothing => Page<Announcement>;

    AgentNoticePreferences, "agent_notice_preferences": Get "/agent/notice-preferences", Access::Guard(Guard::Agent), 200;
    "What the person is told, and where.";
    path = (), query = Nothing, body = Nothing => NoticePreferences;

    ChooseAgentNotices, "choose_agent_notices": Patch "/agent/notice-preferences", Access::Guard(Guard::Agent), 200;
    "Chooses what the person is told, and where.";
    path = (), query = Nothing, body = NoticeChoices => NoticePreferences;

    ClientNoticePreferences, "client_notice_preferences": Get "/client/notice-preferences", Access::Guard(Guard::Client), 200;
    "What the person is told, and where.";
    path = (), query = Nothing, body = Nothing => NoticePreferences;

    ChooseClientNotices, "choose_client_notices": Patch "/client/notice-preferences", Access::Guard(Guard::Client), 200;
    "Chooses what the person is told, and where.";
    path = (), query = Nothing, body = NoticeChoices => NoticePreferences;
}
