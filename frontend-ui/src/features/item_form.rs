//! The form that adds or edits an item of a draft, and adds one to a submitted order.

use crate::{api::Error, data::Form, features::items::full_name, kept_fields::KeptForm, prelude::*, session};
use shared_types::{
    fixed::Rate,
    id::{ItemId, OrderId},
    items::{AddAgentItem, AddItem, ChangeItem, Item, ItemChange, LotPrice, NewItem, Shop},
};
use std::{pin::Pin, sync::Arc};

fn non_empty(text: RwSignal<String>) -> Option<String> {
    Some(text.get_untracked()).filter(|text| !text.trim().is_empty())
}

/// Returns the draft that items are added to, and creates it if there is none yet.
pub type DraftSource = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Result<OrderId, Error>>>> + Send + Sync>;

/// An order that exists.
pub fn existing_order(id: OrderId) -> DraftSource {
    Arc::new(move || Box::pin(async move { Ok(id) }))
}

/// The cost of the typed item: price times quantity. `None` while one of them is not a number. A price has the precision of a
/// rate: shops state prices such as 0.008 yuan.
fn typed_amount(price: NumberInput, per: NumberInput, quantity: NumberInput, currency: &str) -> Option<Money> {
    let price = Rate::from_millionths(price.preview()?).to_string();
    let per = i32::try_from(per.preview().unwrap_or(1)).ok()?;
    let lot = LotPrice::parse(&price, per, Currency::from_code(currency)?).ok()?;
    lot.value(quantity.preview()?)
}

/// The fields that a link can fill in.
#[derive(Clone, Copy)]
pub struct LinkFields {
    pub url: RwSignal<String>,
    pub title: RwSignal<String>,
    pub price: RwSignal<String>,
    pub currency: RwSignal<String>,
    pub image: RwSignal<String>,
    pub shop: RwSignal<String>,
}

/// The request that the form sends.
enum ItemRequest {
    Add(Guard, NewItem),
    Change { id: ItemId, version: i64, body: ItemChange },
}

impl ItemRequest {
    async fn send(self, order: OrderId) -> Result<Item, Error> {
        match self {
            Self::Add(Guard::Client, body) => {
                api::send::<AddItem>((order,), Nothing {}, body, Options::default()).await
            }
            Self::Add(Guard::Agent, body) => {
                api::send::<AddAgentItem>((order,), Nothing {}, body, Options::default()).await
            }
            Self::Change { id, version, body } => {
                let options = Options::of_version(version);
                api::send::<ChangeItem>((order, id), Nothing {}, body, options).await
            }
        }
    }
}

/// The form. It adds an item if `item` is `None`.
#[component]
pub fn ItemForm(
    draft: DraftSource,
    /// The name under which typed texts are kept until the item is added. They are not kept without it.
    #[prop(optional)]
    keep: Option<&'static str>,
    /// Receives the cost of the typed item.
    #[prop(optional)]
    typed: Option<RwSignal<Option<Money>>>,
    /// Fills in the fields from a text that is pasted as the link. Returns a view of the product that it leads to.
    #[prop(optional)]
    read_link: Option<fn(LinkFields) -> AnyView>,
    /// The item to edit.
    #[prop(optional_no_strip)]
    item: Option<Live<Item>>,
    /// Called when the item is saved, or the form is closed.
    #[prop(into)]
    done: Callback<()>,
) -> impl IntoView {
    let form = item.map(|item| item.form(|item| item.version));
    let text = |read: fn(&Item) -> String, initial: &str| match form {
        Some(form) => form.text(read),
        None => RwSignal::new(initial.to_owned()),
    };
    let (title, url) = (text(|item| item.title.clone(), ""), text(|item| item.url.clone(), ""));
    let price = |item: &Item| format::decimal(&item.price.map(Money::amount).unwrap_or_default());
    let price = NumberInput::with_text(NumberKind::Price, text(price, "")).mandatory();
    let per = |item: &Item| match item.price_per {
        ..=1 => String::new(),
        per => per.to_string(),
    };
    let per = NumberInput::with_text(NumberKind::Whole, text(per, ""));
    let code = |item: &Item| {
        item.price
            .map_or(Currency::Cny, |price| price.currency)
            .code()
            .to_owned()
    };
    let currency = text(code, Currency::Cny.code());
    let quantity = text(|item| item.quantity.to_string(), "1");
    let quantity = NumberInput::with_text(NumberKind::Whole, quantity).mandatory();
    let variant = text(|item| item.variant.clone().unwrap_or_default(), "");
    let comment = text(|item| item.comment.clone(), "");
    let image = text(|item| item.image_url.clone().unwrap_or_default(), "");
    let (shop, action) = (RwSignal::new(String::new()), use_action());
    let kept = keep.map(|name| {
        let fields = vec![
            ("title", title),
            ("url", url),
            ("price", price.text),
            ("price_per", per.text),
            ("currency", currency),
            ("quantity", quantity.text),
            ("variant", variant),
            ("comment", comment),
            ("image_url", image),
            ("shop", shop),
        ];
        KeptForm::new(name, fields)
    });
    let links = LinkFields {
        url,
        title,
        price: price.text,
        currency,
        image,
        shop,
    };
    let linked = StoredValue::new(read_link.map(|read_link| move || read_link(links)));
    if let Some(typed) = typed {
        Effect::new(move |_| typed.set(typed_amount(price, per, quantity, &currency.get())));
    }
    let draft = StoredValue::new(draft);
    let edited = item.and_then(|item| item.read(|item| item.id));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let read = (numbers.price(price), numbers.units(quantity));
        let price_per = numbers.units(per);
        let (true, (Some(amount), Some(pieces))) = (numbers.finish(), read) else {
            return;
        };
        let money = Currency::from_code(&currency.get_untracked());
        let draft = draft.with_value(|draft| draft());
        // The draft may be created first, and the form may be closed meanwhile: it is read before.
        let request = match edited.zip(form.and_then(Form::version)) {
            None => ItemRequest::Add(
                session::guard(),
                NewItem {
                    price_per,
                    currency: money.map(Into::into),
                    quantity: Some(pieces),
                    image_url: non_empty(image),
                    variant: non_empty(variant),
                    shop: non_empty(shop).map(|name| Shop { name, url: None }),
                    comment: non_empty(comment),
                    ..NewItem::new(title.get_untracked(), url.get_untracked(), amount)
                },
            ),
            Some((id, version)) => ItemRequest::Change {
                id,
                version,
                body: ItemChange {
                    title: Some(title.get_untracked()),
                    url: Some(url.get_untracked()),
                    price: Some(amount),
                    price_per,
                    currency: money,
                    quantity: Some(pieces),
                    image_url: Some(image.get_untracked()),
                    variant: Some(variant.get_untracked()),
                    comment: Some(comment.get_untracked()),
                },
            },
        };
        let call = async move { request.send(draft.await?).await };
        let saved = move |_| {
            if let Some(kept) = kept {
                kept.clear();
            }
            done.try_run(());
        };
        match form {
            Some(form) => form.send(action, call, saved),
            None => action.run(call, saved),
        }
    };
    let is_new = item.is_none();
    let currencies = Signal::derive(move || {
        // The extension adds items in other currencies too.
        let own = item.and_then(|item| item.with(|item| item.price)).flatten();
        let own = own
            .map(|price| price.currency)
            .filter(|own| !Currency::COMMON.contains(own));
        let all = Currency::COMMON.into_iter().chain(own);
        all.map(|currency| (currency.code().to_owned(), format!("{currency} {}", currency.sign())))
            .collect()
    });
    let name = item.and_then(|item| item.read(full_name)).unwrap_or_default();
    // Typed texts stay in sight if another person removes the item.
    let is_gone = Memo::new(move |_| item.is_some_and(|item| item.with(|_| ()).is_none()));
    let error: Signal<Option<Error>> = action.into();
    let fields = move || {
        view! {
            <form class="card" on:submit=submit data-testid="item-form">
                <ErrorNote error=error />
                <div class="grid two">
                    <Field name="url" label=t(Text::Link) value=url error=error kind="url" required=true />
                    <Field name="title" label=t(Text::Name) value=title error=error required=true />
                </div>
                {linked.with_value(|linked| linked.map(|linked| linked()))}
                <div class="grid four">
                    <NumberField name="price" label=t(Text::Price) input=price error=error unit=currency />
                    <NumberField name="price_per" label=t(LifecycleTexts::PricePer) input=per error=error />
                    <SelectField name="currency" label=t(Text::Currency) value=currency options=currencies />
                    <NumberField name="quantity" label=t(Text::Quantity) input=quantity error=error />
                </div>
                <div class="grid two">
                    <Field name="variant" label=t(Text::Variant) value=variant error=error />
                    <Field name="image_url" label=t(Text::ImageLink) value=image error=error kind="url" />
                    {is_new.then(|| view! { <Field name="shop" label=t(Text::Shop) value=shop error=error /> })}
                </div>
                <Field name="comment" label=t(Text::Comment) value=comment error=error />
                <div class="row">
                    <button class="button primary" data-testid="save-item" disabled=move || action.is_busy()>
                        {if is_new { t(Text::Add) } else { t(Text::Save) }}
                    </button>
                    {keep
                        .is_none()
                        .then(|| {
                            view! {
                                <button type="button" class="quiet" on:click=move |_| done.run(())>
                                    {t(Text::Cancel)}
                                </button>
                            }
                        })}
                </div>
            </form>
        }
    };
    move || {
        if is_gone.get() {
            removed_note(&name, &form.map(Form::touched_texts).unwrap_or_default(), done)
        } else {
            fields().into_any()
        }
    }
}

crate::texts! {
    enum RemovedTexts;
    Removed: "Этот товар удалил другой человек", "Someone else removed this item", "该商品已被他人删除";
    Typed: "Вы ввели", "You typed", "您输入的内容";
}

/// Replaces the form of an item that another person has removed.
fn removed_note(name: &str, typed: &[String], close: Callback<()>) -> AnyView {
    let typed = (!typed.is_empty()).then(|| {
        view! { <p>{t(RemovedTexts::Typed)}": "<bdi>{typed.join(" · ")}</bdi></p> }
    });
    any_view! {
        <section class="note error" role="alert" data-testid="removed-item">
            <p>{t(RemovedTexts::Removed)}": "<bdi>{name.to_owned()}</bdi></p>
            {typed}
            <button type="button" class="quiet" on:click=move |_| close.run(())>
                {t(Text::Close)}
            </button>
        </section>
    }
}
