//! The select of the selection bar that assigns the selected orders.

use super::SelectedOrders;
use crate::pages::assignees::{AssigneeTexts, Assignees, assignee_options};
use frontend_ui::{
    api::{self, Error, Options},
    components::{error_message, notify},
    i18n::{self, Language, plural, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    id::{OrderId, StaffId},
    orders::{ASSIGNED_ORDERS, AssignOrders, OrderAssignment},
};
use std::collections::BTreeSet;

/// The value that assigns to nobody.
const NOBODY: &str = "nobody";

fn result_text(count: u32) -> String {
    let count = i64::from(count);
    match i18n::language() {
        Language::Ru => format!(
            "Ответственный изменён у {count} {}",
            plural(count, ["заказа", "заказов", "заказов"])
        ),
        Language::En => format!(
            "The assignee of {count} {} changed",
            plural(count, ["order", "orders", "orders"])
        ),
        Language::Zh => format!("已更换 {count} 个订单的负责人"),
    }
}

/// Assigns the orders, in requests of the allowed size. Returns how many changed.
async fn assign(orders: Vec<OrderId>, staff_id: Option<StaffId>) -> Result<u32, Error> {
    let mut changed = 0;
    for chunk in orders.chunks(ASSIGNED_ORDERS) {
        let body = OrderAssignment {
            orders: chunk.to_vec(),
            staff_id,
        };
        changed += api::send::<AssignOrders>((), Nothing {}, body, Options::default())
            .await?
            .changed;
    }
    Ok(changed)
}

/// The select. A choice assigns all selected orders at once.
pub(super) fn assign_select(selected: SelectedOrders, assignees: Assignees, reload: Callback<()>) -> AnyView {
    let choose = move |event| {
        let value = event_target_value(&event);
        let staff_id = value.parse().ok();
        if staff_id.is_none() && value != NOBODY {
            return;
        }
        let orders = selected.with_untracked(|selected| selected.iter().copied().map(OrderId).collect());
        spawn_local(async move {
            match assign(orders, staff_id).await {
                Ok(changed) => {
                    notify(result_text(changed));
                    selected.try_set(BTreeSet::new());
                }
                Err(error) => notify(error_message(&error)),
            }
            reload.try_run(());
        });
    };
    let option = |(value, name): (String, String)| view! { <option value=value>{name}</option> };
    let people = move || assignee_options(assignees, None).into_iter().map(option).collect_view();
    view! {
        <select
            class="assign-select"
            data-testid="assign-selected"
            aria-label=t(AssigneeTexts::AssignTo)
            on:change=choose
        >
            <option value="">{t(AssigneeTexts::AssignTo)}</option>
            {people}
            <option value=NOBODY>{t(AssigneeTexts::RemoveAssignee)}</option>
        </select>
    }
    .into_any()
}
