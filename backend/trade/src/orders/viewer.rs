//! The reader of an order: what its views contain.

use chrono::{DateTime, Utc};
use platform::auth::{Caller, CallerTranslation};
use shared_types::{
    access::{Level, Object, Rights},
    orders::Side,
};

/// The reader of a view: the side, and whether prices are visible.
#[derive(Clone, Copy, Debug)]
pub struct Viewer {
    pub side: Side,
    /// Whether prices are visible.
    pub prices: bool,
    /// Whether personal documents of recipients are visible.
    pub documents: bool,
    /// How items are translated; `None` if they are not.
    pub translation: Option<CallerTranslation>,
    /// The time at which items without a translation are queued; `None` if they are not.
    pub queues_translation_at: Option<DateTime<Utc>>,
}

impl Viewer {
    /// Derives the visibility of prices and documents from the rights. Nothing is translated.
    pub fn from_rights(side: Side, rights: &Rights) -> Self {
        Self {
            side,
            prices: rights.allows(Object::OrderPrices, Level::View),
            documents: rights.allows(Object::Shipments, Level::Edit),
            translation: None,
            queues_translation_at: None,
        }
    }

    /// Returns the view for a caller.
    pub fn from_caller(caller: &Caller) -> Self {
        Self {
            translation: caller.translation.filter(|translation| translation.titles),
            ..Self::from_rights(caller.guard().into(), &caller.rights)
        }
    }

    /// Returns the view for a person who reads the items now. A preview changes nothing, so it queues no translations.
    #[must_use]
    pub fn reading_at(self, caller: &Caller, now: DateTime<Utc>) -> Self {
        Self {
            queues_translation_at: (!caller.is_preview).then_some(now),
            ..self
        }
    }

    /// Whether items are translated and the limit of the month is not reached.
    pub fn translates_more(self) -> bool {
        self.translation.is_some_and(|translation| !translation.is_exhausted)
    }

    /// Whether items stay untranslated because of the agent's limit.
    pub(super) fn is_translation_exhausted(self) -> bool {
        self.translation.is_some_and(|translation| translation.is_exhausted)
    }
}
