//! The content of a notification, before it gets the form of its channel.

use chrono::{DateTime, Utc};
use shared_types::{id::OrderId, settings::Brand};

/// A notification for one recipient.
pub(super) struct Message<'a> {
    /// The subject of an e-mail.
    pub(super) subject: &'a str,
    pub(super) text: &'a str,
    /// The sender and the sum that an e-mail shows.
    pub(super) sender: &'a Brand,
    pub(super) sum: Option<String>,
    /// The requisites that a chat or an e-mail shows below the text.
    pub(super) requisites: Option<&'a str>,
    /// The page about the subject of the notification, with the caption of its button.
    pub(super) link: Option<(&'a str, &'a str)>,
    /// The order of the subject. An answer in a messenger goes into its chat.
    pub(super) order: Option<OrderId>,
    /// A later notification with the same tag replaces this one in a browser.
    pub(super) tag: String,
    /// Of the messages with the same key only the first one is sent.
    pub(super) key: String,
    pub(super) expires_at: Option<DateTime<Utc>>,
}
