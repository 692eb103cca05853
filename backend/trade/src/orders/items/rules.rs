//! Validation of items, as pure functions.

use super::capture::{Capture, check_capture, check_unit};
use shared_types::{
    ext::ProductToEstimate,
    fields::{FieldErrors, Rule},
    items::{CurrencyCode, LotPrice, NewItem, SHARED_TEXT, limits},
    money::{AmountError, Currency, Money},
    pricing::BasketItem,
    shop_link::{self, SharedProduct},
    web_address,
};

/// A validated item.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields have the names and meanings of NewItem")]
pub struct CheckedItem {
    pub title: String,
    pub url: String,
    pub price: LotPrice,
    pub quantity: i32,
    pub min_quantity: Option<i32>,
    pub image_url: Option<String>,
    pub marketplace: Option<String>,
    pub external_id: Option<String>,
    pub variant: Option<String>,
    pub shop_name: String,
    pub shop_url: Option<String>,
    pub comment: String,
    pub price_uncertain: bool,
    pub capture: Capture,
}

/// Validates a new item. Collects all errors, keyed by the field names of the DTO.
pub fn check_item(new: NewItem) -> Result<CheckedItem, FieldErrors> {
    let mut errors = FieldErrors::default();
    let currency = parse_currency(&mut errors, new.currency.as_ref());
    let mut capture = check_capture(&mut errors, &new);
    let image_url = errors.optional_url("image_url", new.image_url.as_deref(), limits::URL);
    let image_url = capture.take_main_image(image_url);
    let checked = CheckedItem {
        title: errors.required_text("title", &new.title, limits::TITLE),
        url: errors.url("url", &new.url, limits::URL),
        price: parse_price(&mut errors, &new.price.0, new.price_per, currency),
        quantity: check_quantity(&mut errors, new.quantity.unwrap_or(1)),
        min_quantity: check_min_quantity(&mut errors, new.min_quantity),
        image_url,
        marketplace: errors
            .optional_text("marketplace", new.marketplace.as_deref(), limits::MARKETPLACE)
            .or_else(|| shop_link::marketplace(&new.url).map(ToOwned::to_owned)),
        external_id: errors.optional_text("external_id", new.external_id.as_deref(), limits::EXTERNAL_ID),
        variant: errors.optional_text("variant", new.variant.as_deref(), limits::VARIANT),
        shop_name: errors.text(
            "shop.name",
            new.shop.as_ref().map_or("", |shop| &shop.name),
            limits::SHOP,
        ),
        shop_url: errors.optional_url(
            "shop.url",
            new.shop.as_ref().and_then(|shop| shop.url.as_deref()),
            limits::URL,
        ),
        comment: errors.text("comment", new.comment.as_deref().unwrap_or_default(), limits::COMMENT),
        price_uncertain: new.price_uncertain.unwrap_or(false) || capture.has_uncertain_price(),
        capture,
    };
    errors.into_result(checked)
}

/// The item that a product becomes, as a calculation counts it. `path` names the product in errors.
pub(in crate::orders) fn basket_item(errors: &mut FieldErrors, path: &str, product: &ProductToEstimate) -> BasketItem {
    let mut own = FieldErrors::default();
    let currency = parse_currency(&mut own, product.currency.as_ref());
    let price = parse_price(&mut own, &product.price.0, product.price_per, currency);
    let quantity = check_quantity(&mut own, product.quantity.unwrap_or(1)).into();
    check_unit(&mut own, product.weight_grams, product.size_mm);
    errors.add_below(path, own);
    BasketItem {
        price,
        quantity,
        weight_grams: product.weight_grams.map(|grams| grams.saturating_mul(quantity)),
        volume_cm3: product.size_mm.and_then(|size| size.volume_cm3(quantity)),
    }
}

/// The product that a shared text names.
pub(super) fn checked_link(text: &str) -> Result<SharedProduct, FieldErrors> {
    let mut errors = FieldErrors::default();
    let shared = shop_link::read(&errors.required_text("text", text, SHARED_TEXT));
    match shared {
        Some(shared) if web_address::parse(&shared.url).is_ok() && shared.url.len() <= limits::URL => {
            errors.into_result(shared)
        }
        _ => {
            if errors.is_empty() {
                errors.add("text", Rule::NotAUrl);
            }
            Err(errors)
        }
    }
}

/// Parses the currency of a price: any that is money. The price is never converted. Defaults to yuan.
fn parse_currency(errors: &mut FieldErrors, code: Option<&CurrencyCode>) -> Currency {
    let Some(CurrencyCode(code)) = code else {
        return Currency::Cny;
    };
    let Some(currency) = Currency::from_code(code) else {
        errors.add("currency", Rule::CurrencyNotAccepted);
        return Currency::Cny;
    };
    currency
}

/// Parses the price of one piece, or of `per` pieces. 0 is a gift.
pub(super) fn parse_price(errors: &mut FieldErrors, text: &str, per: Option<i64>, currency: Currency) -> LotPrice {
    let per = per.unwrap_or(1);
    errors.range("price_per", per, 1, limits::PRICE_PER);
    let per = i32::try_from(per).unwrap_or(1).max(1);
    match LotPrice::parse(text, per, currency) {
        Ok(price) if (0..=limits::PRICE_MINOR).contains(&price.price.minor) => return price,
        Ok(_) | Err(AmountError::TooLarge) => errors.add(
            "price",
            Rule::OutOfRange(0, limits::PRICE_MINOR / 10_i64.pow(currency.decimals())),
        ),
        Err(AmountError::NotANumber | AmountError::TooPrecise) => errors.add("price", Rule::NotAnAmount),
    }
    LotPrice {
        price: Money::zero(currency),
        per,
    }
}

/// Parses the price that was paid, for as many pieces as the price that applies.
pub(super) fn parse_paid_price(errors: &mut FieldErrors, text: &str, currency: Currency) -> Money {
    let paid = parse_price(errors, text, None, currency);
    if paid.per > 1 {
        errors.add("price", Rule::NotAnAmount);
    }
    paid.price
}

fn check_min_quantity(errors: &mut FieldErrors, quantity: Option<i64>) -> Option<i32> {
    let quantity = quantity?;
    errors.range("min_quantity", quantity, 1, limits::QUANTITY);
    i32::try_from(quantity).ok()
}

/// Validates a quantity.
pub(super) fn check_quantity(errors: &mut FieldErrors, quantity: i64) -> i32 {
    errors.range("quantity", quantity, 1, limits::QUANTITY);
    i32::try_from(quantity).unwrap_or(1)
}

/// Identifies a shop within an order: the marketplace, and the shop's URL without query, or else its name.
pub(in crate::orders) fn shop_key(item: &CheckedItem) -> String {
    let shop = item.shop_url.as_deref().map_or_else(
        || item.shop_name.to_lowercase(),
        |url| url.split(['?', '#']).next().unwrap_or(url).to_lowercase(),
    );
    format!("{}|{shop}", item.marketplace.as_deref().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::money::PriceText;

    fn new_item(price: &str, quantity: Option<i64>) -> NewItem {
        NewItem {
            quantity,
            ..NewItem::new(
                "加绒卫衣".to_owned(),
                "https://detail.1688.com/offer/1.html".to_owned(),
                PriceText(price.to_owned()),
            )
        }
    }

    #[test]
    fn missing_fields_get_defaults() {
        let checked = check_item(new_item("29.90", None)).expect("a valid item");
        let price = LotPrice::of_piece(Money::new(2990, Currency::Cny));
        assert_eq!((checked.price, checked.quantity), (price, 1));
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        let invalid = NewItem {
            title: " ".to_owned(),
            url: "ftp://x".to_owned(),
            comment: Some("\0".to_owned()),
            ..new_item("-1", Some(0))
        };
        let errors = check_item(invalid).expect_err("five errors");
        assert_eq!(
            errors.0.keys().collect::<Vec<_>>(),
            ["comment", "price", "quantity", "title", "url"]
        );
    }

    #[test]
    fn invalid_prices_are_rejected() {
        for price in ["NaN", "-1", "1e9", "", "9999999999", "0.000000001", "１２"] {
            assert!(check_item(new_item(price, None)).is_err(), "{price}");
        }
    }

    #[test]
    fn a_currency_is_kept_or_refused() {
        let in_currency = |price: &str, code: &str| {
            check_item(NewItem {
                currency: Some(CurrencyCode(code.to_owned())),
                ..new_item(price, None)
            })
        };
        let price = |price: &str, code: &str| in_currency(price, code).expect("a valid item").price.price.to_string();
        assert_eq!(price("1250000", "VND"), "1250000 VND");
        assert_eq!(price("4.125", "KWD"), "4.125 KWD");
        for code in ["XAU", "DEM", "cny", "", "YUAN"] {
            let errors = in_currency("10", code).expect_err("refused");
            assert_eq!(
                errors.first().map(|(field, error)| (field, error.code.as_str())),
                Some(("currency", "currency_not_accepted"))
            );
        }
        assert_eq!(price("4.125", "CNY"), "41.25 CNY", "for ten pieces");
    }
}
