//! Skeletons, toasts, progress and states.

use crate::case_view;
use frontend_ui::{
    components::{Progress, Skeleton, Step, notify, notify_with_undo},
    features::{order_status::StatusBadge, shipments::ShipmentBadge},
};
use leptos::prelude::*;
use shared_types::{orders::OrderStatus, shipments::ShipmentStatus};

const STEPS: [&str; 6] = ["Расчёт", "Оплата", "Выкуп", "Склад", "Отправка", "Получение"];

fn lines() -> AnyView {
    [0, 2, 6]
        .map(|current| Progress::new(&STEPS, current, false).line())
        .into_iter()
        .chain([Progress::new(&STEPS, 2, true).line()])
        .collect_view()
        .into_any()
}

fn dated_steps() -> AnyView {
    let steps = STEPS.map(|name| Step {
        name,
        day: Some("12 мая".to_owned()),
    });
    let progress = Progress {
        steps: steps.into(),
        current: 3,
        is_stopped: false,
    };
    progress.stepper()
}

fn toasts() -> AnyView {
    view! {
        <div class="row">
            <button
                class="button"
                data-testid="show-toast"
                on:click=|_| notify_with_undo(
                    "Заказ отправлен агенту",
                    || notify("Заказ снова черновик"),
                )
            >
                "Показать сообщение"
            </button>
        </div>
    }
    .into_any()
}

fn states() -> AnyView {
    let orders = OrderStatus::ALL
        .iter()
        .map(|status| view! { <StatusBadge status=*status /> })
        .collect_view();
    let shipments = ShipmentStatus::ALL
        .iter()
        .map(|status| view! { <ShipmentBadge status=*status /> })
        .collect_view();
    view! {
        <div class="row">{orders}</div>
        <div class="row">{shipments}</div>
    }
    .into_any()
}

pub(crate) fn cases() -> AnyView {
    view! {
        {case_view("Skeleton: rows", Skeleton::Rows.view())}
        {case_view("Skeleton: cards", Skeleton::Cards.view())}
        {case_view("Skeleton: table", Skeleton::Table.view())}
        {case_view("Skeleton: detail", Skeleton::Detail.view())}
        {case_view("Progress: lines", lines())}
        {case_view("Progress: stepper", Progress::new(&STEPS, 2, false).stepper())}
        {case_view("Progress: stepper, canceled", Progress::new(&STEPS, 2, true).stepper())}
        {case_view("Progress: stepper with days", dated_steps())}
        {case_view("toast", toasts())}
        {case_view("states", states())}
    }
    .into_any()
}
