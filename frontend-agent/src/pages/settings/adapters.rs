//! How well the browser extension reads each shop: last good capture, fields, reports, and the warning to its users.

use super::adapter_reports::Reports;
use frontend_ui::{
    api::{self, Options},
    components::{ErrorNote, Skeleton, empty_state},
    data::{use_action, use_value},
    format,
    i18n::{Text, t},
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    ext::{Coverage, ListShopCaptures, SetShopState, ShopCaptures, ShopState, ShopStateChange, limits},
    page::Listing,
};

frontend_ui::texts! {
    pub(super) enum AdapterTexts;
    Title: "Как расширение читает магазины", "How the extension reads shops", "扩展读取店铺的情况";
    Hint:
        "По товарам из отправленных заказов за 30 дней. Предупреждение видно клиентам в расширении, когда они открывают товар этого магазина.",
        "From items of submitted orders of the last 30 days. Clients see the warning in the extension when they open a product of the shop.",
        "统计近30天已提交订单的商品。客户打开该店铺商品时，扩展会显示警告。";
    Empty: "Товаров из расширения пока нет", "No items from the extension yet", "尚无来自扩展的商品";
    Shop: "Магазин", "Shop", "店铺";
    LastGood: "Последняя точная цена", "Last certain price", "最近一次准确价格";
    Items: "Товаров", "Items", "商品数";
    Titles: "Название", "Title", "标题";
    Prices: "Цена", "Price", "价格";
    Variants: "Вариант", "Variant", "规格";
    Skus: "SKU", "SKU", "SKU";
    Pictures: "Фото", "Picture", "图片";
    ShopNames: "Продавец", "Seller", "卖家";
    OpenReports: "Жалоб", "Reports", "报告";
    State: "Состояние", "State", "状态";
    Works: "Читается", "Works", "正常";
    Broken: "Читается неверно", "Reads wrongly", "读取有误";
    NoState: "Не указано", "Not set", "未设置";
    Change: "Изменить", "Change", "修改";
    Note: "Пояснение для клиентов", "Note for clients", "给客户的说明";
    Reports: "Жалобы «читается неверно»", "Reports of pages that are read wrongly", "读取有误的报告";
    OnlyOpen: "Только нерешённые", "Open only", "仅未处理";
    NoReports: "Жалоб нет", "No reports", "没有报告";
    Handled: "Решено", "Handled", "已处理";
    MarkHandled: "Отметить решённой", "Mark as handled", "标记为已处理";
    Reopen: "Вернуть в работу", "Reopen", "重新打开";
    Show: "Открыть", "Open", "打开";
    Hide: "Свернуть", "Close", "收起";
    Download: "Скачать для разбора (JSON)", "Download for analysis (JSON)", "下载供分析（JSON）";
    Snapshot: "Снимок структуры страницы", "Snapshot of the page's structure", "页面结构快照";
    Read: "Что прочитано", "What was read", "读取结果";
    Version: "Версия расширения", "Extension version", "扩展版本";
    AllShops: "Все магазины", "All shops", "全部店铺";
}

/// A share as a whole percentage; a dash without items.
fn share(part: i64, items: i64) -> String {
    if items == 0 {
        "—".to_owned()
    } else {
        format!("{} %", part * 100 / items)
    }
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
            AdapterTexts::Titles,
            AdapterTexts::Prices,
            AdapterTexts::Variants,
            AdapterTexts::Skus,
            AdapterTexts::Pictures,
            AdapterTexts::ShopNames,
            AdapterTexts::OpenReports,
        ];
        let heads = heads.into_iter().map(|head| view! { <th scope="col">{t(head)}</th> });
        view! {
            <div class="table free" tabindex="0">
                <table data-testid="shops">
                    <thead>
                        <tr>{heads.collect_view()}</tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        }
        .into_any()
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
    let shares = [title, price, variant, sku, image, named]
        .into_iter()
        .map(|part| view! { <td>{share(part, items)}</td> })
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
    view! {
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
            {shares}
            <td>
                <button type="button" class="quiet" data-testid="show-reports" on:click=select>
                    {open_reports}
                </button>
            </td>
        </tr>
    }
    .into_any()
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
    view! {
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
    .into_any()
}
