//! Data that the extension reads from a product page in addition to title, price and link.

use crate::{id::ItemId, media::PhotoAddresses, money::Currency};
use chrono::{DateTime, Utc};
use std::fmt;

/// A currency code as sent by a person or the extension. Codes that are not currencies are refused with
/// `currency_not_accepted`.
#[apply(response)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", schema(example = "CNY", min_length = 3, max_length = 3))]
pub struct CurrencyCode(pub String);

impl From<Currency> for CurrencyCode {
    fn from(currency: Currency) -> Self {
        Self(currency.code().to_owned())
    }
}

/// A selected option, such as a colour or a size.
#[apply(request)]
pub struct ItemOption {
    /// Name of the option. May be empty.
    #[serde(default)]
    pub name: String,
    /// Selected value.
    pub value: String,
}

/// Size of one piece as the shop states it, in millimetres.
#[apply(request)]
#[derive(Copy)]
pub struct UnitSize {
    /// Length, or depth.
    pub length: i64,
    pub width: i64,
    pub height: i64,
}

impl UnitSize {
    /// The volume of `pieces` pieces in cm³, rounded up. `None` if it is too large.
    pub fn volume_cm3(self, pieces: i64) -> Option<i64> {
        let sides = i128::from(self.length) * i128::from(self.width) * i128::from(self.height);
        let exact = sides.checked_mul(pieces.into())?;
        i64::try_from((exact + 999) / 1000).ok()
    }

    /// The sides with the names of their fields.
    pub const fn sides(self) -> [(&'static str, i64); 3] {
        [("length", self.length), ("width", self.width), ("height", self.height)]
    }
}

impl fmt::Display for UnitSize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} × {} × {}", self.length, self.width, self.height)
    }
}

/// Where on the page the price was found.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum PriceOrigin {
    /// Structured data of the page in JSON-LD.
    JsonLd,
    /// Structured data of the page in its markup.
    Microdata,
    /// The data that the page itself is rendered from.
    State,
    /// A meta tag.
    Meta,
    /// The visible text of the page.
    Page,
    /// A list, such as a cart or search results.
    List,
    /// The person typed it.
    Person,
}

#[apply(request)]
pub struct PriceSource {
    /// Kind of the source.
    pub source: PriceOrigin,
    /// Path within the source. Plain text, may be empty.
    #[serde(default)]
    pub path: String,
}

/// A field that could not be read reliably and that the person did not change.
#[apply(response)]
#[derive(Copy, Hash)]
#[serde(rename_all = "snake_case")]
pub enum UncertainField {
    Price,
    /// The currency of the price.
    Currency,
    /// The selected options.
    Variant,
    Title,
}

/// A field that a person wrote instead of the one that was read.
#[apply(response)]
#[derive(Copy, Hash)]
#[serde(rename_all = "snake_case")]
pub enum CorrectedField {
    Title,
    /// The price or its currency.
    Price,
    /// The selected options.
    Variant,
    /// The main picture.
    Image,
    /// The name of the shop.
    Shop,
}

impl CorrectedField {
    /// All fields.
    pub const ALL: [Self; 5] = [Self::Title, Self::Price, Self::Variant, Self::Image, Self::Shop];
}

/// The screenshot of the product page that was sent along with an item.
#[apply(response)]
pub struct ItemProof {
    pub item_id: ItemId,
    /// URLs of the screenshot.
    pub photo: PhotoAddresses,
    /// Time of the upload.
    pub at: DateTime<Utc>,
}
