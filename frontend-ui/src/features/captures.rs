//! Data that the extension read from the product page of an item: options, pictures, source of the price, screenshot.

use crate::{
    api::Error,
    features::{pictures::picture_url, translation::shop_text},
    prelude::*,
};
use shared_types::{
    id::{ItemId, OrderId},
    items::{Item, ItemOption, ItemProof, PriceOrigin, PriceSource, ShowItemProof, UncertainField, UnitSize},
};

crate::texts! {
    /// A text about the captured data of a product page.
    pub enum CaptureTexts;
    FromPage: "Со страницы магазина", "From the shop's page", "商品页信息";
    Options: "Параметры", "Options", "选项";
    Sku: "Артикул варианта", "Variant ID (SKU)", "规格编号";
    UnitWeight: "Вес штуки по данным магазина", "Weight of one piece, as the shop states it", "店铺标注单件重量";
    UnitSize: "Размер штуки по данным магазина", "Size of one piece, as the shop states it", "店铺标注单件尺寸";
    PriceSource: "Откуда цена", "Source of the price", "价格来源";
    JsonLd: "данные для поисковых систем (JSON-LD)", "data for search engines (JSON-LD)", "搜索引擎数据（JSON-LD）";
    Microdata: "разметка страницы", "the page's markup", "页面标记";
    State: "данные самой страницы", "the page's own data", "页面自身数据";
    Meta: "метаданные страницы", "the page's metadata", "页面元数据";
    Page: "видимый текст страницы", "the visible text of the page", "页面可见文字";
    List: "корзина или список товаров", "a cart or a list of products", "购物车或商品列表";
    Person: "введена вручную", "typed by hand", "手动填写";
    Pictures: "Другие фотографии", "Further pictures", "更多图片";
    Picture: "Фотография", "Picture", "图片";
    Screenshot: "Снимок страницы", "Screenshot of the page", "页面截图";
    ShowScreenshot: "Показать снимок страницы", "Show the screenshot of the page", "查看页面截图";
    Check: "Проверьте:", "Check:", "请核对：";
    CheckPrice: "цену", "the price", "价格";
    CheckCurrency: "валюту", "the currency", "货币";
    CheckVariant: "вариант", "the variant", "规格";
    CheckTitle: "название", "the title", "标题";
    Images: "Фотографии", "Pictures", "图片";
}

fn origin_text(origin: PriceOrigin) -> &'static str {
    t(match origin {
        PriceOrigin::JsonLd => CaptureTexts::JsonLd,
        PriceOrigin::Microdata => CaptureTexts::Microdata,
        PriceOrigin::State => CaptureTexts::State,
        PriceOrigin::Meta => CaptureTexts::Meta,
        PriceOrigin::Page => CaptureTexts::Page,
        PriceOrigin::List => CaptureTexts::List,
        PriceOrigin::Person => CaptureTexts::Person,
    })
}

/// A badge with the fields that must be checked. The badge of an uncertain price is shown for items without this list.
pub fn uncertain_badge(item: &Item) -> Option<AnyView> {
    if item.uncertain.is_empty() {
        return None;
    }
    let name = |field: &UncertainField| {
        t(match field {
            UncertainField::Price => CaptureTexts::CheckPrice,
            UncertainField::Currency => CaptureTexts::CheckCurrency,
            UncertainField::Variant => CaptureTexts::CheckVariant,
            UncertainField::Title => CaptureTexts::CheckTitle,
        })
    };
    let is_price_listed = item
        .uncertain
        .iter()
        .any(|field| matches!(field, UncertainField::Price | UncertainField::Currency));
    let mut fields: Vec<_> = item.uncertain.iter().map(name).collect();
    if item.price_uncertain && !is_price_listed {
        fields.insert(0, t(CaptureTexts::CheckPrice));
    }
    let text = format!("{} {}", t(CaptureTexts::Check), fields.join(", "));
    Some(any_view! {
        <span class="badge warn" data-testid="uncertain">
            {text}
        </span>
    })
}

async fn load_proof(order: OrderId, item: ItemId) -> Result<ItemProof, Error> {
    api::call::<ShowItemProof>((order, item), Nothing {}).await
}

/// A button that loads the screenshot, and the screenshot.
fn screenshot(order: OrderId, item: ItemId) -> AnyView {
    let (proof, action) = (RwSignal::new(None), use_action());
    let load = move |_| {
        action.run(load_proof(order, item), move |answer| {
            proof.try_set(Some(answer));
        });
    };
    let shown = move || match proof.get() {
        Some(ItemProof { photo, at, .. }) => any_view! {
            <figure class="proof">
                <a href=photo.full target="_blank" rel="noreferrer">
                    <img src=photo.view alt=t(CaptureTexts::Screenshot) data-testid="proof" />
                </a>
                <figcaption class="muted">{t(CaptureTexts::Screenshot)}" · "{format::date_time(at)}</figcaption>
            </figure>
        },
        None => any_view! {
            <button
                type="button"
                class="button"
                data-testid="show-proof"
                disabled=move || action.is_busy()
                on:click=load
            >
                {t(CaptureTexts::ShowScreenshot)}
            </button>
        },
    };
    any_view! {
        <ErrorNote error=action />
        {shown}
    }
}

/// A further picture; removed if it can't be loaded.
fn picture(url: String) -> AnyView {
    let url = picture_url(url);
    let has_failed = RwSignal::new(false);
    let link = url.clone();
    any_view! {
        <a class="thumb" href=link target="_blank" rel="noreferrer" hidden=move || has_failed.get()>
            <img
                src=url
                alt=t(CaptureTexts::Picture)
                loading="lazy"
                referrerpolicy="no-referrer"
                on:error=move |_| has_failed.set(true)
            />
        </a>
    }
}

/// Whether the extension read more from the product page than the usual fields.
pub fn has_capture(item: &Item) -> bool {
    let is_empty = item.options.is_empty() && item.sku_id.is_none() && item.images.is_empty();
    let is_empty = is_empty && item.unit_weight_grams.is_none() && item.unit_size_mm.is_none();
    !is_empty || item.price_source.is_some() || item.proof_at.is_some()
}

/// The captured data of the product page, folded; nothing if only the usual fields are known.
pub(crate) fn capture_details(order: OrderId, item: Live<Item>) -> AnyView {
    let details = move |has_capture: &bool| {
        has_capture.then(|| {
            view! {
                <details class="capture" data-testid="capture">
                    <summary>{t(CaptureTexts::FromPage)}</summary>
                    {capture_content(order, item)}
                </details>
            }
        })
    };
    item.part(has_capture, details)
}

/// The captured data of the product page.
pub fn capture_content(order: OrderId, item: Live<Item>) -> AnyView {
    let proof = move |(id, has_proof): &(ItemId, bool)| has_proof.then(|| screenshot(order, *id));
    any_view! {
        {item.part(captured, captured_list)}
        {item.part(|item| (item.id, item.proof_at.is_some()), proof)}
    }
}

/// The captured data of an item. Later changes of the item leave them as they are.
#[derive(PartialEq)]
struct Captured {
    options: Vec<ItemOption>,
    sku: Option<String>,
    unit_weight_grams: Option<i64>,
    unit_size_mm: Option<UnitSize>,
    price_source: Option<PriceSource>,
    images: Vec<String>,
}

fn captured(item: &Item) -> Captured {
    Captured {
        options: item.options.clone(),
        sku: item.sku_id.clone(),
        unit_weight_grams: item.unit_weight_grams,
        unit_size_mm: item.unit_size_mm,
        price_source: item.price_source.clone(),
        images: item.images.clone(),
    }
}

fn captured_list(captured: &Captured) -> AnyView {
    let source = captured.price_source.clone();
    let row = |label: CaptureTexts, value: AnyView| {
        any_view! {
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
        }
    };
    let options = (!captured.options.is_empty()).then(|| {
        let list = captured.options.iter().map(|option| {
            let name = (!option.name.is_empty()).then(|| (shop_text(option.name.clone()), ": "));
            view! { <li>{name}{shop_text(option.value.clone())}</li> }
        });
        let list = list.collect_view();
        row(
            CaptureTexts::Options,
            any_view! { <ul data-testid="options">{list}</ul> },
        )
    });
    let sku = captured
        .sku
        .clone()
        .map(|sku| row(CaptureTexts::Sku, any_view! { <code data-testid="sku">{sku}</code> }));
    let weight = captured
        .unit_weight_grams
        .map(|grams| row(CaptureTexts::UnitWeight, format::weight(grams).into_any()));
    let size = captured.unit_size_mm.map(|size| {
        let size = format::millimetres(size);
        row(
            CaptureTexts::UnitSize,
            any_view! { <span data-testid="unit-size">{size}</span> },
        )
    });
    let source = source.map(|source| {
        let path = (!source.path.is_empty()).then(|| {
            view! {
                " "
                <code>{source.path}</code>
            }
        });
        let value = view! { <span data-testid="price-source">{origin_text(source.source)}{path}</span> };
        row(CaptureTexts::PriceSource, value.into_any())
    });
    let pictures = (!captured.images.is_empty()).then(|| {
        let pictures = captured.images.iter().cloned().map(picture).collect_view();
        row(
            CaptureTexts::Pictures,
            any_view! {
                <div class="capture-pictures" data-testid="pictures">
                    {pictures}
                </div>
            },
        )
    });
    any_view! { <dl>{options}{sku}{weight}{size}{source}{pictures}</dl> }
}
