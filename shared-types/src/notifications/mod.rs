//! Notifications about events, and announcements of an agent to its clients.

mod attention;
mod dto;
mod endpoints;
mod notice;
mod push;
mod template;

pub use attention::{Attention, AttentionGroup, AttentionKind};
pub use dto::*;
pub use endpoints::*;
pub use notice::{ChannelState, Notice, NoticeChannel, Route, route_notice};
pub use push::*;
pub use template::{Placeholder, Template, TemplateField, TemplateValues};

/// Maximum length of an announcement title, in characters.
pub const TITLE: usize = 120;
/// Maximum length of an announcement text, in characters. Messengers get a longer one in several messages: they count UTF-16 code
/// units, and placeholders grow.
pub const BODY: usize = 3000;
/// Maximum number of individually selected clients.
pub const CHOSEN_CLIENTS: usize = 1000;
/// Maximum value of the `silent` audience, in days.
pub const SILENT_DAYS: i64 = 3650;
/// Maximum number of choices per request: each notification with each channel once.
pub const CHOICES: usize = Notice::ALL.len() * NoticeChannel::ALL.len();
/// How far in the future an announcement can be scheduled, in days.
pub const SCHEDULE_DAYS: i64 = 366;
