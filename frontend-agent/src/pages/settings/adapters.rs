//! How well the browser extension reads each shop: last good capture, fields, reports, and the warning to its users.

use super::{adapter_reports::Reports, adapter_texts::AdapterTexts};
use frontend_ui::prelude::*;
use shared_types::{
    ext::{Coverage, ListShopCaptures, SetShopState, ShopCaptures, ShopState, ShopStateChange, limits},
    page::Listing,
};

/// A share as a whole percentage; a dash without items.
fn share(part: i64, items: i64) -> String {
    if items == 0 {
        "—".to_owned()
    } else {
        format!("{} %", part * 100 / items)
    }
}

/// The share of the items that have a field, and of the items in which people corrected it.
fn field_cell(part: i64, corrected: i64, items: i64) -> AnyView {
    let corrected = (corrected > 0).then(|| {
        view! {
            <small class="muted" data-testid="corrected-field">
                {t(AdapterTexts::OfWhichCorrected)}
                " "
                {share(corrected, items)}
            </small>
        }
    });
    any_view! { <td>{share(part, items)} " " {corrected}</td> }
}

/// The tab.
#[component]
pub(super) fn Adapters() -> impl IntoView {
    let shops = use_value(&[], || api::get::<ListShopCaptures>(Nothing {}));
    let selected = RwSignal::new(None::<String>);
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let reload = Callback::new(move |()| shops.reload());
    let content = move |list: Listing<ShopCaptures>| {
        if list.data.is_empty() {
            return empty_state(t(AdapterTexts::Empty), None);
        }
        let rows = list
            .data
            .into_iter()
            .map(|shop| shop_row(shop, may_edit, selected, reload));
        let heads = [
            AdapterTexts::Shop,
            AdapterTexts::State,
            AdapterTexts::LastGood,
            AdapterTexts::Items,
            AdapterTexts::Corrected,
            AdapterTexts::Titles,
            AdapterTexts::Prices,
            AdapterTexts::Variants,
            AdapterTexts::Skus,
            AdapterTexts::Pictures,
            AdapterTexts::ShopNames,
            AdapterTexts::OpenReports,
        ];
        let heads = heads.into_iter().map(|head| view! { <th scope="col">{t(head)}</th> });
        any_view! {
            <div class="table free scrolled" tabindex="0">
                <table data-testid="shops">
                    <thead>
                        <tr>{heads.collect_view()}</tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        }
    };
    view! {
        <section class="card">
            <h2>{t(AdapterTexts::Title)}</h2>
            <p class="muted">{t(AdapterTexts::Hint)}</p>
            {shops.show(Skeleton::Rows, move |value| content(value.clone()))}
        </section>
        <Reports shop=selected changed=reload />
    }
}

fn shop_row(row: ShopCaptures, may_edit: bool, selected: RwSignal<Option<String>>, reload: Callback<()>) -> AnyView {
    let ShopCaptures {
        shop,
        status,
        last_good_at,
        coverage,
        corrections,
        open_reports,
    } = row;
    let Coverage {
        items,
        title,
        price,
        variant,
        sku,
        image,
        shop: named,
    } = coverage;
    let fields = [
        (title, corrections.title),
        (price, corrections.price),
        (variant, corrections.variant),
        (sku, 0),
        (image, corrections.image),
        (named, corrections.shop),
    ];
    let shares = fields
        .map(|(part, corrected)| field_cell(part, corrected, items))
        .collect_view();
    let (state, note) = match &status {
        None => (AdapterTexts::NoState, String::new()),
        Some(status) if status.state == ShopState::Broken => (AdapterTexts::Broken, status.note.clone()),
        Some(status) => (AdapterTexts::Works, status.note.clone()),
    };
    let is_broken = status.as_ref().is_some_and(|status| status.state == ShopState::Broken);
    let since = status.as_ref().map(|status| format::day(status.since));
    let editing = RwSignal::new(false);
    let (name, form_shop, form_note) = (shop.clone(), shop.clone(), note.clone());
    let select = move |_| selected.set(Some(name.clone()));
    any_view! {
        <tr data-testid="shop">
            <th scope="row">{shop}</th>
            <td>
                <span class=if is_broken { "badge warn" } else { "badge" } data-testid="shop-state">
                    {t(state)}
                </span>
                {since.map(|since| view! { <small class="muted">" "{since}</small> })}
                {(!note.is_empty())
                    .then(|| {
                        view! {
                            <div class="muted" dir="auto">
                                {note}
                            </div>
                        }
                    })}
                {may_edit
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="quiet"
                                data-testid="change-state"
                                on:click=move |_| editing.update(|open| *open = !*open)
                            >
                                {t(AdapterTexts::Change)}
                            </button>
                        }
                    })}
                {move || editing.get().then(|| state_form(form_shop.clone(), is_broken, form_note.clone(), reload))}
            </td>
            <td>{last_good_at.map_or_else(|| "—".to_owned(), format::date_time)}</td>
            <td>{items}</td>
            <td data-testid="corrected">{share(corrections.items, items)}</td>
            {shares}
            <td>
                <button type="button" class="quiet" data-testid="show-reports" on:click=select>
                    {open_reports}
                </button>
            </td>
        </tr>
    }
}

/// The form that sets the state of a shop with its note.
fn state_form(shop: String, is_broken: bool, note: String, reload: Callback<()>) -> AnyView {
    let (broken, note) = (RwSignal::new(is_broken), RwSignal::new(note));
    let action = use_action();
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let body = ShopStateChange {
            shop: shop.clone(),
            state: if broken.get_untracked() {
                ShopState::Broken
            } else {
                ShopState::Ok
            },
            note: note.get_untracked(),
        };
        action.run(
            api::send::<SetShopState>((), Nothing {}, body, Options::default()),
            move |_| {
                reload.try_run(());
            },
        );
    };
    any_view! {
        <form class="report-open" on:submit=save data-testid="state-form">
            <ErrorNote error=action />
            <label class="check-line">
                <input
                    type="checkbox"
                    data-testid="broken"
                    prop:checked=move || broken.get()
                    on:change=move |event| broken.set(event_target_checked(&event))
                />
                <span>{t(AdapterTexts::Broken)}</span>
            </label>
            <label class="field">
                <span>{t(AdapterTexts::Note)}</span>
                <textarea
                    dir="auto"
                    rows="2"
                    maxlength=limits::NOTE
                    data-testid="state-note"
                    prop:value=move || note.get()
                    on:input=move |event| note.set(event_target_value(&event))
                ></textarea>
            </label>
            <button class="button primary" data-testid="save-state" disabled=move || action.is_busy()>
                {t(Text::Save)}
            </button>
        </form>
    }
}
