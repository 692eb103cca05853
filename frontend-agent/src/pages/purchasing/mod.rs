//! The purchasing board: what is to buy over all orders, by shop and product. What is ticked is bought in one purchase.

mod buy;
mod exports;
mod rows;
mod selection;
mod shops;
mod texts;
mod tracks;

use super::home::HomeTexts;
use buy::BuyDialog;
use frontend_ui::prelude::*;
use rows::shop_block;
use selection::Selection;
use shared_types::items::{BoardQuery, PurchasingBoard, ShowPurchasingBoard};
use shops::{ShopToBuy, by_shop, matching, sums_text};
use texts::BoardTexts;

/// The board.
#[component]
pub(crate) fn PurchasingPage() -> impl IntoView {
    let board = use_value(&[Topic::Order], || {
        api::get::<ShowPurchasingBoard>(BoardQuery::default())
    });
    let (search, selection) = (RwSignal::new(String::new()), Selection::new());
    let (is_buying, has_tracks) = (RwSignal::new(false), RwSignal::new(false));
    let may_edit = current_user().may(Object::Orders, Level::Edit);
    let shops = Memo::new(move |_| {
        let all = board.with(|board| by_shop(&board.items)).unwrap_or_default();
        search.with(|search| matching(all, search))
    });
    let ticked = Memo::new(move |_| shops.with(|shops| selection.in_shops(shops)));
    let content = move || {
        let rows = board.rows(|shop: &ShopToBuy| shop.id, |board| by_shop(&board.items));
        let found = rows.filtered(move |shop, _| {
            search.with(|search| search.trim().is_empty() || shop.matches(&search.trim().to_lowercase()))
        });
        let empty = move || {
            if rows.count() == 0 {
                Some(empty_state(t(BoardTexts::Nothing), Some(t(BoardTexts::NothingHint))))
            } else {
                (found.count() == 0).then(|| empty_state(t(BoardTexts::NothingFound), None))
            }
        };
        let cut = board.part(
            |board: &PurchasingBoard| board.is_cut,
            |is_cut| is_cut.then(|| view! { <p class="muted">{t(BoardTexts::IsCut)}</p> }),
        );
        view! {
            {cut}
            {empty}
            <div class="to-buy" data-testid="board">
                {found.in_steps(10).view(move |shop| shop_block(&shop, selection, may_edit, shops))}
            </div>
        }
        .into_any()
    };
    let bar = move || {
        let (count, sum) = ticked.with(|rows| (rows.len(), sums_text(rows.iter())));
        (count > 0).then(|| {
            view! {
                <div class="bulk" data-testid="bulk">
                    <strong>{t(BoardTexts::Chosen)}": "{count}</strong>
                    <span data-testid="ticked-sum">{sum}</span>
                    <button class="button primary" data-testid="buy" on:click=move |_| is_buying.set(true)>
                        {t(BoardTexts::Buy)}
                    </button>
                    <button class="quiet" data-testid="clear" on:click=move |_| selection.clear()>
                        {t(BoardTexts::Clear)}
                    </button>
                </div>
            }
        })
    };
    let close_buy = Callback::new(move |()| is_buying.set(false));
    let done = Callback::new(move |()| {
        is_buying.set(false);
        selection.clear();
        board.reload();
    });
    view! {
        <div class="page-head">
            <h1>{t(HomeTexts::ToBuy)}</h1>
            <div class="spacer"></div>
            {may_edit
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="button"
                            data-testid="paste-tracks"
                            on:click=move |_| has_tracks.set(true)
                        >
                            {Icon::ClipboardList.view()}
                            {t(BoardTexts::PasteTracks)}
                        </button>
                    }
                })}
        </div>
        <div class="filters">
            <input
                type="search"
                dir="auto"
                class="search"
                placeholder=t(BoardTexts::Search)
                aria-label=t(BoardTexts::Search)
                data-testid="search"
                prop:value=move || search.get()
                on:input=move |event| search.set(event_target_value(&event))
            />
        </div>
        {board.page(Skeleton::Rows, content)}
        {bar}
        <Show when=move || is_buying.get()>
            <BuyDialog rows=ticked.get_untracked() close=close_buy done=done />
        </Show>
        <Show when=move || has_tracks.get()>{tracks::dialog(Callback::new(move |()| has_tracks.set(false)))}</Show>
    }
}
