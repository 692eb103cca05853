//! What a line must be, as plain functions on plain data.

use shared_types::{
    fields::{FieldErrors, Rule},
    items::{NewItem, limits},
    money::{AmountError, Currency, Money},
};

/// A line that keeps all rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of NewItem")]
pub struct Checked {
    pub title: String,
    pub url: String,
    pub price: Money,
    pub quantity: i32,
    pub image_url: Option<String>,
    pub marketplace: Option<String>,
    pub external_id: Option<String>,
    pub variant: Option<String>,
    pub shop_name: String,
    pub shop_url: Option<String>,
    pub comment: String,
    pub price_uncertain: bool,
}

/// Checks a new line; all faults at once, under the DTO's own names.
pub fn check(new: NewItem) -> Result<Checked, FieldErrors> {
    let mut errors = FieldErrors::default();
    let checked = Checked {
        title: errors.required_text("title", &new.title, limits::TITLE),
        url: errors.url("url", &new.url, limits::URL),
        price: price(&mut errors, &new.price.0, new.currency.unwrap_or(Currency::Cny)),
        quantity: quantity(&mut errors, new.quantity.unwrap_or(1)),
        image_url: errors.optional_url("image_url", new.image_url.as_deref(), limits::URL),
        marketplace: errors.optional_text("marketplace", new.marketplace.as_deref(), limits::MARKETPLACE),
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
        price_uncertain: new.price_uncertain.unwrap_or(false),
    };
    errors.or(checked)
}

/// Reads a price; above zero, within the limit, exactly.
pub(super) fn price(errors: &mut FieldErrors, text: &str, currency: Currency) -> Money {
    match Money::parse(text, currency) {
        Ok(price) if (1..=limits::PRICE_MINOR).contains(&price.minor) => return price,
        Ok(_) | Err(AmountError::TooLarge) => errors.add(
            "price",
            Rule::OutOfRange(0, limits::PRICE_MINOR / 10_i64.pow(currency.decimals())),
        ),
        Err(AmountError::NotANumber | AmountError::TooPrecise) => errors.add("price", Rule::NotAnAmount),
    }
    Money::zero(currency)
}

/// Reads a number of pieces.
pub(super) fn quantity(errors: &mut FieldErrors, quantity: i64) -> i32 {
    errors.range("quantity", quantity, 1, limits::QUANTITY);
    i32::try_from(quantity).unwrap_or(1)
}

/// What tells one shop of an order from another: its page, else its name, at its marketplace.
pub(super) fn shop_key(line: &Checked) -> String {
    let shop = line.shop_url.as_deref().map_or_else(
        || line.shop_name.to_lowercase(),
        |url| url.split(['?', '#']).next().unwrap_or(url).to_lowercase(),
    );
    format!("{}|{shop}", line.marketplace.as_deref().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::money::PriceText;

    fn line(price: &str, quantity: Option<i64>) -> NewItem {
        NewItem {
            title: "加绒卫衣".to_owned(),
            url: "https://detail.1688.com/offer/1.html".to_owned(),
            price: PriceText(price.to_owned()),
            currency: None,
            quantity,
            image_url: None,
            marketplace: None,
            external_id: None,
            variant: None,
            shop: None,
            comment: None,
            price_uncertain: None,
        }
    }

    #[test]
    fn a_line_is_read_exactly_with_its_defaults() {
        let checked = check(line("29.90", None)).expect("a good line");
        assert_eq!((checked.price, checked.quantity), (Money::new(2990, Currency::Cny), 1));
    }

    #[test]
    fn all_faults_come_at_once() {
        let bad = NewItem {
            title: " ".to_owned(),
            url: "ftp://x".to_owned(),
            comment: Some("\0".to_owned()),
            ..line("0", Some(0))
        };
        let errors = check(bad).expect_err("five faults");
        assert_eq!(
            errors.0.keys().collect::<Vec<_>>(),
            ["comment", "price", "quantity", "title", "url"]
        );
    }

    #[test]
    fn odd_prices_are_refused() {
        for price in ["NaN", "-1", "1e9", "", "9999999999", "0.001", "１２"] {
            assert!(check(line(price, None)).is_err(), "{price}");
        }
    }
}
