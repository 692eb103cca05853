//! Request and response bodies of item services.

use super::{ItemMedia, LocalizedName, PaymentTiming, ServiceMove, ServiceStatus};
use crate::{
    fixed::Rate,
    id::{ItemId, ItemServiceId, ServiceId},
    media::MediaKind,
    money::{Currency, Money, PriceText},
    orders::Side,
};
use chrono::{DateTime, Utc};

closed_set! {
    /// The kind of media that a service produces.
    pub enum ServiceMedia {
        Photo = "photo",
        Video = "video",
        /// No media.
        None = "none",
    }
}

impl ServiceMedia {
    /// Returns the kind of media to upload.
    pub const fn kind(self) -> Option<MediaKind> {
        match self {
            Self::Photo => Some(MediaKind::Photo),
            Self::Video => Some(MediaKind::Video),
            Self::None => None,
        }
    }
}

closed_set! {
    /// Whether a service is free or paid.
    pub enum ServiceMode {
        /// Free of charge.
        Free = "free",
        /// Paid. The service has a price for each currency of orders.
        Paid = "paid",
    }
}

/// A service in the agent's settings.
#[apply(response)]
pub struct Service {
    pub id: ServiceId,
    /// `photo`, `video`, `measure`, `recount`, or a code of the agent's own service.
    pub code: String,
    pub names: LocalizedName,
    /// Icon: the name of a built-in icon, or an emoji.
    pub icon: String,
    /// Media that the service produces.
    pub media_kind: ServiceMedia,
    /// Whether it is a built-in service. The agent can set only its price and availability.
    pub is_system: bool,
    /// Whether the service can be ordered.
    pub enabled: bool,
    /// Whether the service is free or paid.
    pub mode: ServiceMode,
    /// Price in each currency of orders.
    pub prices: Vec<Money>,
    /// Version of the agent's setting. Send it back in `If-Match`. 0 if it was never saved.
    pub version: i64,
}

/// The price of a service in one currency.
#[apply(request)]
pub struct ServicePrice {
    /// Currency of the order.
    pub currency: Currency,
    /// Price of one unit.
    pub price: PriceText,
}

/// A service defined by the agent.
#[apply(request)]
pub struct NewService {
    /// Names. One language is enough.
    pub names: LocalizedName,
    /// Icon: the name of a built-in icon, or an emoji.
    #[serde(default)]
    pub icon: String,
    /// Media that the service produces.
    pub media_kind: ServiceMedia,
    /// Whether the service is free or paid.
    pub mode: ServiceMode,
    #[serde(default)]
    pub prices: Vec<ServicePrice>,
}

/// Changes to a service. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct ServiceChange {
    /// Names. Only for services defined by the agent.
    pub names: Option<LocalizedName>,
    /// Icon. Only for services defined by the agent.
    pub icon: Option<String>,
    /// Whether the service can be ordered.
    pub enabled: Option<bool>,
    /// Whether the service is free or paid.
    pub mode: Option<ServiceMode>,
    /// Prices. Replaces all previous prices.
    pub prices: Option<Vec<ServicePrice>>,
}

/// A service that can be ordered on the items of an order.
#[apply(response)]
pub struct OfferedService {
    pub id: ServiceId,
    /// `photo`, `video`, `measure`, `recount`, or a code of the agent's own service.
    pub code: String,
    pub names: LocalizedName,
    pub icon: String,
    /// Media that the service produces.
    pub media_kind: ServiceMedia,
    /// Price of one unit, in the currency of the order. Absent if the service is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}

/// Values measured or counted by a service.
#[apply(request)]
#[derive(Copy, Default)]
pub struct Measurements {
    /// Total weight of the item, in grams.
    pub weight_grams: Option<i64>,
    /// Length of the packed goods, in millimetres.
    pub length_mm: Option<i64>,
    /// Width, in millimetres.
    pub width_mm: Option<i64>,
    /// Height, in millimetres.
    pub height_mm: Option<i64>,
    /// Number of pieces counted.
    pub counted_quantity: Option<i64>,
}

impl Measurements {
    /// Returns the volume of the three sides in cm³, rounded up.
    pub fn volume_cm3(&self) -> Option<i64> {
        let mm3 = self
            .length_mm?
            .checked_mul(self.width_mm?)?
            .checked_mul(self.height_mm?)?;
        Some(mm3.checked_add(999)? / 1000)
    }
}

/// A service ordered on an item.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct ItemService {
    pub id: ItemServiceId,
    pub item_id: ItemId,
    pub service_id: ServiceId,
    /// Code of the service.
    pub code: String,
    pub names: LocalizedName,
    pub icon: String,
    /// Media that the service produces.
    pub media_kind: ServiceMedia,
    /// Current status.
    pub status: ServiceStatus,
    /// Number of units.
    pub qty: i32,
    /// Whether it is free of charge.
    pub free: bool,
    /// Price of one unit at the time of the order.
    pub unit_price: Option<Money>,
    /// Amount paid, in the currency of the order.
    pub paid: Option<Money>,
    /// Instructions for the service.
    pub comment: String,
    /// Side that ordered the service.
    pub ordered_by: Side,
    /// Measured and counted values.
    pub measured: Option<Measurements>,
    /// Moves that the caller's side may make now.
    pub moves: Vec<ServiceMove>,
    /// Time of the order.
    pub created_at: DateTime<Utc>,
    /// Time when the service was done.
    pub rendered_at: Option<DateTime<Utc>>,
    /// Time of the cancellation.
    pub canceled_at: Option<DateTime<Utc>>,
}

/// The services, photos and videos of an order.
#[apply(response)]
pub struct OrderServices {
    /// Services that can be ordered.
    pub offered: Vec<OfferedService>,
    /// When a service ordered now is paid.
    pub paid_when: PaymentTiming,
    /// Rate of the quote from the currency of the order to rubles, if a service ordered now is paid at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<Rate>,
    /// Ordered services, oldest first.
    pub services: Vec<ItemService>,
    /// Photos and videos, oldest first.
    pub media: Vec<ItemMedia>,
}

/// A service to order on an item.
#[apply(request)]
pub struct NewItemService {
    pub service_id: ServiceId,
    /// Number of units. Defaults to 1.
    pub qty: Option<i64>,
    /// Instructions for the service.
    pub comment: Option<String>,
    /// Currency of the balance to pay from, if the service is paid immediately. Defaults to the currency of the order.
    pub pay_from: Option<Currency>,
    /// The amount that was shown: for a service that is paid immediately, in the currency of the balance. If it is absent or not the
    /// current one, nothing is ordered and the response is 409 `amount_changed` with the new amount in `current_amount`. A service
    /// that is not paid immediately needs none.
    pub amount: Option<Money>,
    /// Whether the service is free of charge. Staff only.
    pub free: Option<bool>,
}

/// The result of a service.
#[apply(request)]
#[derive(Default)]
pub struct Rendering {
    /// Measured and counted values.
    pub measured: Option<Measurements>,
    /// Why a service with photos or videos is done before its goods have arrived. Required in that case. Both sides see it in the
    /// history of the order.
    pub reason: Option<String>,
}
