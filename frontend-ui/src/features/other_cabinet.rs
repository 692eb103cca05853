//! The offer to open another cabinet of the person, if a link leads to an order that the other cabinet has.

use crate::{
    api::Error,
    components::cabinet_name,
    prelude::*,
    session::{self},
};
use shared_types::{
    id::OrderId,
    identity::{Cabinet, FindOrderCabinet},
};

crate::texts! {
    /// A text of the offer.
    enum OtherCabinetTexts;
    InOther: "Этот заказ — в другом вашем кабинете", "This order is in another cabinet of yours", "该订单位于您的另一个后台";
    Switch: "Перейти в этот кабинет", "Switch to this cabinet", "切换到该后台";
}

/// Whether a page has failed because its object does not exist in the open cabinet.
pub fn is_not_found(error: Option<&Error>) -> bool {
    error.and_then(Error::code) == Some(ProblemCode::NotFound)
}

/// While an order is missing in the open cabinet: names the other cabinet of the person that has it, and switches to it.
#[component]
pub fn OtherCabinetOffer(
    /// The order.
    id: Memo<OrderId>,
    /// Whether the open cabinet does not have the order.
    is_missing: Memo<bool>,
) -> impl IntoView {
    let (found, error) = (RwSignal::new(None::<Cabinet>), RwSignal::new(None::<Error>));
    let open = current_user();
    Effect::new(move |_| {
        let id_now = id.get();
        found.set(None);
        if !is_missing.get() || session::preview_group().is_some() {
            return;
        }
        spawn_local(async move {
            // Without an answer there is nothing to offer; the page says already that the order is missing.
            let Ok(cabinet) =
                api::send::<FindOrderCabinet>((id_now,), Nothing {}, Nothing {}, Options::default()).await
            else {
                return;
            };
            let is_open = open
                .0
                .try_with_untracked(|me| me.as_ref().is_some_and(|me| me.cabinet == cabinet));
            if is_open == Some(false) && id.try_get_untracked() == Some(id_now) {
                found.try_set(Some(cabinet));
            }
        });
    });
    let switch = move |_| {
        let Some(cabinet) = found.get_untracked() else { return };
        spawn_local(async move {
            let path = window().location().pathname().unwrap_or_default();
            if let Err(err) = session::switch_cabinet(&cabinet, &path).await {
                error.try_set(Some(err));
            }
        });
    };
    move || {
        found.get().map(|cabinet| {
            view! {
                <div class="note" role="status" data-testid="other-cabinet">
                    <p>{t(OtherCabinetTexts::InOther)} ": " <strong>{cabinet_name(&cabinet)}</strong></p>
                    <ErrorNote error=error />
                    <button type="button" class="button primary" on:click=switch>
                        {t(OtherCabinetTexts::Switch)}
                    </button>
                </div>
            }
        })
    }
}
