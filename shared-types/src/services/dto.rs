//! Bodies of services.

use super::{ItemMedia, PaidWhen, ServiceMove, ServiceStatus};
use crate::{
    id::{ItemId, ItemServiceId, ServiceId},
    media::MediaKind,
    money::{Currency, Money, PriceText},
    orders::Side,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A service's name in the three languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Names {
    /// Russian.
    pub ru: String,
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl Names {
    /// The name in a language, or in the one that has a name.
    pub fn of(&self, language: &str) -> &str {
        let asked = match language {
            "en" => &self.en,
            "zh" => &self.zh,
            _ => &self.ru,
        };
        [asked, &self.ru, &self.en, &self.zh]
            .into_iter()
            .find(|name| !name.is_empty())
            .map_or("", String::as_str)
    }
}

/// What a service brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ServiceMedia {
    /// Photos.
    Photo,
    /// Videos.
    Video,
    /// Neither.
    None,
}

impl ServiceMedia {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Photo, Self::Video, Self::None];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Photo => "photo",
            Self::Video => "video",
            Self::None => "none",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// What is uploaded for it.
    pub const fn kind(self) -> Option<MediaKind> {
        match self {
            Self::Photo => Some(MediaKind::Photo),
            Self::Video => Some(MediaKind::Video),
            Self::None => None,
        }
    }
}

/// Whether a service costs something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ServiceMode {
    /// It costs nothing.
    Free,
    /// It has a price for each currency of orders.
    Paid,
}

impl ServiceMode {
    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Paid => "paid",
        }
    }
}

/// A service in the agent's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Service {
    /// Its id.
    pub id: ServiceId,
    /// `photo`, `video`, `measure`, `recount`, or the agent's own.
    pub code: String,
    /// What it is called.
    pub names: Names,
    /// Its icon: one of ours by name, or a sign.
    pub icon: String,
    /// What it brings.
    pub media_kind: ServiceMedia,
    /// Whether it is everybody's, so that only its price is the agent's to set.
    pub is_system: bool,
    /// Whether it can be ordered.
    pub enabled: bool,
    /// Whether it costs something.
    pub mode: ServiceMode,
    /// Its price in each currency of orders.
    pub prices: Vec<Money>,
}

/// A price of a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ServicePrice {
    /// The currency of the order.
    pub currency: Currency,
    /// The price of one.
    pub price: PriceText,
}

/// A service of the agent's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewService {
    /// What it is called; one language is enough.
    pub names: Names,
    /// Its icon: one of ours by name, or a sign.
    #[serde(default)]
    pub icon: String,
    /// What it brings.
    pub media_kind: ServiceMedia,
    /// Whether it costs something.
    pub mode: ServiceMode,
    /// Its prices.
    #[serde(default)]
    pub prices: Vec<ServicePrice>,
}

/// A change of a service; what is absent stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ServiceChange {
    /// What it is called; of the agent's own alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Names>,
    /// Its icon; of the agent's own alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Whether it can be ordered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Whether it costs something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<ServiceMode>,
    /// All its prices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prices: Option<Vec<ServicePrice>>,
}

/// A service that can be ordered on the lines of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OfferedService {
    /// Its id.
    pub id: ServiceId,
    /// `photo`, `video`, `measure`, `recount`, or the agent's own.
    pub code: String,
    /// What it is called.
    pub names: Names,
    /// Its icon.
    pub icon: String,
    /// What it brings.
    pub media_kind: ServiceMedia,
    /// What one costs in the order's currency; nothing when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}

/// What was measured or counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Measured {
    /// The weight of the whole line, grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_grams: Option<i64>,
    /// Length of the packed goods, millimetres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_mm: Option<i64>,
    /// Width, millimetres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width_mm: Option<i64>,
    /// Height, millimetres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height_mm: Option<i64>,
    /// Pieces counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_quantity: Option<i64>,
}

impl Measured {
    /// The volume of the three sides, rounded up, cubic centimetres.
    pub fn volume_cm3(&self) -> Option<i64> {
        let mm3 = self
            .length_mm?
            .checked_mul(self.width_mm?)?
            .checked_mul(self.height_mm?)?;
        Some(mm3.checked_add(999)? / 1000)
    }
}

/// A service on a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemService {
    /// Its id.
    pub id: ItemServiceId,
    /// The line.
    pub item_id: ItemId,
    /// Which service.
    pub service_id: ServiceId,
    /// Its code.
    pub code: String,
    /// What it is called.
    pub names: Names,
    /// Its icon.
    pub icon: String,
    /// What it brings.
    pub media_kind: ServiceMedia,
    /// Where it is.
    pub status: ServiceStatus,
    /// How many.
    pub qty: i32,
    /// Whether it costs nothing.
    pub free: bool,
    /// What one costs, as it was when it was ordered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit_price: Option<Money>,
    /// What was paid for it, in the order's currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid: Option<Money>,
    /// What is wanted.
    pub comment: String,
    /// Which side ordered it.
    pub ordered_by: Side,
    /// What was measured or counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
    /// The moves this side can make now.
    pub moves: Vec<ServiceMove>,
    /// When it was ordered.
    pub created_at: DateTime<Utc>,
    /// When it was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rendered_at: Option<DateTime<Utc>>,
    /// When it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canceled_at: Option<DateTime<Utc>>,
}

/// Everything about the services of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderServices {
    /// What can be ordered.
    pub offered: Vec<OfferedService>,
    /// When what is ordered now is paid.
    pub paid_when: PaidWhen,
    /// What was ordered, oldest first.
    pub services: Vec<ItemService>,
    /// Photos and videos, oldest first.
    pub media: Vec<ItemMedia>,
}

/// Ordering a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewItemService {
    /// Which.
    pub service_id: ServiceId,
    /// How many; one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qty: Option<i64>,
    /// What is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// From which balance, where it is paid at once; the order's own currency when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay_from: Option<Currency>,
    /// Staff may make it free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<bool>,
}

/// Rendering a service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rendering {
    /// What was measured or counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
}
