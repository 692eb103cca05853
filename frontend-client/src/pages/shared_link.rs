//! A link of a product, or the text that an app of a shop shares, pasted in the place of a link or sent from the app to this page.

use frontend_ui::{
    address::{drop_query, query_parameter},
    features::{item_form::LinkFields, items::Thumbnail},
    prelude::*,
};
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    items::{LinkedProduct, ReadLink, SharedLink},
    shop_link::{self, SharedProduct},
};

frontend_ui::texts! {
    enum LinkTexts;
    Opening: "Открываем страницу магазина…", "Opening the page of the shop…", "正在打开店铺页面…";
    SaysNothing: "Магазин не показал товар. Впишите название и цену.",
        "The shop did not show the product. Enter its name and price.", "店铺未显示商品，请填写名称和价格。";
    Check: "Проверьте цену: она зависит от варианта.", "Check the price: it depends on the variant.", "请核对价格：价格因规格而异。";
}

/// How long a person may pause while typing an address, in milliseconds.
const TYPING_MS: u32 = 400;

/// The texts that the app of a shop has sent: apps write the link into any of the three.
const SHARED_PARAMETERS: [&str; 3] = ["link", "text", "title"];

/// A link, and what its page says; `None` if it can't be asked.
type Opened = (String, Option<LinkedProduct>);

/// The texts that were filled in last. A field that has another text was typed in and stays.
#[derive(Clone, Default)]
struct Filled {
    /// The link that they belong to.
    link: String,
    title: String,
    price: String,
    image: String,
    shop: String,
}

/// Replaces a shared text with its link, and fills in the data of the text and of the shop's page. Texts of the link before go.
pub(super) fn read_link(fields: LinkFields) -> AnyView {
    let is_shared = take_shared_text(fields.url);
    // The address that the server can open; empty if there is none.
    let link = Memo::new(move |_| {
        let url = fields.url.with(|text| shop_link::read(text)).map(|shared| shared.url);
        url.filter(|url| shop_link::marketplace(url).is_some())
            .unwrap_or_default()
    });
    // A link that the form begins with belongs to texts that are there: it is not opened.
    let first = untrack(|| link.get());
    let first = if is_shared { String::new() } else { first };
    let filled = StoredValue::new(Filled {
        link: first.clone(),
        ..Filled::default()
    });
    Effect::new(move |_| {
        let text = fields.url.get();
        let shared = shop_link::read(&text);
        filled.update_value(|filled| fill_in_text(fields, filled, shared.as_ref()));
        if let Some(shared) = shared.filter(|shared| shared.url != text) {
            fields.url.set(shared.url);
        }
    });
    // The last answer: the link that it leads to is not asked for again.
    let followed = StoredValue::new(None::<LinkedProduct>);
    let first = StoredValue::new(first);
    let opened = use_value(&[], move || {
        let url = link.get();
        let is_first = first.with_value(|first| *first == url);
        async move {
            TimeoutFuture::new(TYPING_MS).await;
            // Another one is asked for, or there is none.
            if is_first || url.is_empty() || link.try_get_untracked().as_ref() != Some(&url) {
                return Ok((url, None));
            }
            if let Some(product) = followed
                .get_value()
                .filter(|product: &LinkedProduct| product.url == url)
            {
                return Ok((url, Some(product)));
            }
            let body = SharedLink { text: url.clone() };
            // The form works without the answer, so its errors are not shown.
            let product = api::send::<ReadLink>((), Nothing {}, body, Options::default()).await;
            followed.set_value(product.as_ref().ok().cloned());
            Ok::<Opened, _>((url, product.ok()))
        }
    });
    Effect::new(move |_| {
        opened.with(|(asked, product)| {
            if let Some(product) = product.as_ref().filter(|_| fields.url.read_untracked() == *asked) {
                filled.update_value(|filled| fill_in_product(fields, filled, product));
            }
        });
    });
    let card = move |(asked, product): &Opened| {
        let product = product.clone().filter(|_| !asked.is_empty());
        product.map(|product| product_card(&product))
    };
    let shown = move || {
        let url = link.get();
        // The link that the fields were filled in with is another one.
        let is_answered = opened.with(|(asked, product)| {
            let followed = product.as_ref().map(|product| product.url == url);
            *asked == url || followed.unwrap_or_default()
        });
        if first.with_value(|first| *first == url) || url.is_empty() || is_answered == Some(true) {
            ().into_any()
        } else {
            any_view! {
                <p class="muted" data-testid="opening-link">
                    {t(LinkTexts::Opening)}
                </p>
            }
        }
    };
    any_view! {
        <div class="linked-product" role="status">
            {shown}
            {opened.view(card)}
        </div>
    }
}

/// Writes the text that an app of a shop has sent into the field of the link, once. Returns whether there is one.
fn take_shared_text(url: RwSignal<String>) -> bool {
    let texts: Vec<String> = SHARED_PARAMETERS.into_iter().filter_map(query_parameter).collect();
    let text = texts.join(" ");
    if text.trim().is_empty() {
        return false;
    }
    url.set(text);
    drop_query();
    true
}

/// Writes a text into a field, unless a person has typed there.
fn fill(field: RwSignal<String>, filled: &mut String, text: String) {
    let current = field.get_untracked();
    if current.trim().is_empty() || current == *filled {
        filled.clone_from(&text);
        if current != text {
            field.set(text);
        }
    }
}

fn fill_in_price(fields: LinkFields, filled: &mut Filled, amount: &str, currency: Currency) {
    let price = format::decimal(amount);
    fill(fields.price, &mut filled.price, price.clone());
    if filled.price == price {
        fields.currency.set(currency.code().to_owned());
    }
}

/// Fills in the texts of a new link, and empties the fields that have texts of the link before.
fn fill_in_text(fields: LinkFields, filled: &mut Filled, shared: Option<&SharedProduct>) {
    let link = shared.map(|shared| shared.url.clone()).unwrap_or_default();
    if filled.link == link {
        return;
    }
    filled.link = link;
    let title = shared.and_then(|shared| shared.title.clone());
    fill(fields.title, &mut filled.title, title.unwrap_or_default());
    fill(fields.image, &mut filled.image, String::new());
    fill(fields.shop, &mut filled.shop, String::new());
    match shared.and_then(|shared| shared.price.as_ref()) {
        Some((amount, currency)) => fill_in_price(fields, filled, amount, *currency),
        None => fill(fields.price, &mut filled.price, String::new()),
    }
}

fn fill_in_product(fields: LinkFields, filled: &mut Filled, product: &LinkedProduct) {
    filled.link.clone_from(&product.url);
    let texts = [
        (fields.title, &mut filled.title, &product.title),
        (fields.image, &mut filled.image, &product.image_url),
        (fields.shop, &mut filled.shop, &product.shop_name),
    ];
    for (field, filled, text) in texts {
        if let Some(text) = text {
            fill(field, filled, text.clone());
        }
    }
    if let Some(price) = product
        .price
        .filter(|_| fields.price.read_untracked().trim().is_empty())
    {
        fill_in_price(fields, filled, &price.amount(), price.currency);
    }
    fields.url.set(product.url.clone());
}

/// The product as its shop shows it.
fn product_card(product: &LinkedProduct) -> AnyView {
    let Some(title) = product.title.clone() else {
        return any_view! {
            <p class="muted" data-testid="silent-shop">
                {t(LinkTexts::SaysNothing)}
            </p>
        };
    };
    let shop = product.shop_name.clone().or_else(|| product.marketplace.clone());
    let check = product
        .price
        .map(|_| view! { <small class="muted">{t(LinkTexts::Check)}</small> });
    any_view! {
        <div class="row" data-testid="linked-product">
            <Thumbnail url=product.image_url.clone() title=title.clone() />
            <div>
                <strong>{title}</strong>
                <small class="muted">{shop}</small>
                {check}
            </div>
        </div>
    }
}
