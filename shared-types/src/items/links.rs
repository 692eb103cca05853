//! Products that shared links lead to.

use crate::money::Money;

/// Maximum length of a shared text, in characters.
pub const SHARED_TEXT: usize = 4000;

/// A link of a product, or the text with a link that the app of a shop shares.
#[apply(request)]
pub struct SharedLink {
    pub text: String,
}

/// A product as a shared text and the page that it leads to describe it. Fields that neither has are absent.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct LinkedProduct {
    /// Address of the product page on a desktop, without marks of who shared it. A short link that can't be followed stays as it is.
    pub url: String,
    pub marketplace: Option<String>,
    /// Product id on the marketplace.
    pub external_id: Option<String>,
    pub title: Option<String>,
    /// Price of one piece. It depends on the variant, and should be checked.
    pub price: Option<Money>,
    /// Address of the picture.
    pub image_url: Option<String>,
    /// Name of the shop that sells the product.
    pub shop_name: Option<String>,
}
