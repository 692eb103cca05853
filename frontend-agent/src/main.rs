//! The agent's SPA: routes and the main menu.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

mod notes;
mod pages;
mod proof;
mod rest;

use frontend_ui::{
    components::Shell,
    features::{
        login::{CodePage, LoginPage},
        start::{LoggedIn, NotFoundPage, init_app},
    },
    i18n::{LifecycleTexts, PaymentTexts, StaffTexts, Text, t},
};
use leptos::prelude::*;
use leptos_router::{
    components::{Outlet, ParentRoute, Route, Router, Routes},
    path,
};
use shared_types::access::Guard;

fn main() {
    console_error_panic_hook::set_once();
    mount_to_body(App);
}

#[component]
fn Layout() -> impl IntoView {
    view! { <LoggedIn><Shell menu=vec![("/agent/orders", t(Text::Orders)), ("/agent/scan", t(pages::scan::ScanTexts::Scanner)), ("/agent/clients", t(LifecycleTexts::Clients)), ("/agent/shipments", t(LifecycleTexts::Shipments)), ("/agent/deliveries", t(LifecycleTexts::Deliveries)), ("/agent/balance-requests", t(PaymentTexts::Topups)), ("/agent/staff", t(StaffTexts::Staff)), ("/agent/settings", t(Text::Settings))] tools=Some(notes::notepad_button())><Outlet/>{notes::dock()}{pages::scan::background_sender()}{proof::dialog()}</Shell></LoggedIn> }
}

#[component]
fn App() -> impl IntoView {
    init_app(Guard::Agent);
    notes::start();
    proof::start();
    view! {
        <Router>
            <Routes fallback=NotFoundPage>
                <Route path=path!("/agent/login") view=LoginPage/>
                <Route path=path!("/agent/labels") view=rest::labels/>
                <Route path=path!("/agent/code") view=CodePage/>
                <Route path=path!("/agent/confirm") view=rest::confirm/>
                <Route path=path!("/agent/register") view=rest::register/>
                <Route path=path!("/agent/recovery") view=rest::recovery/>
                <Route path=path!("/agent/login-email") view=rest::login_email/>
                <Route path=path!("/agent/forgot-password") view=rest::forgot_password/>
                <Route path=path!("/agent/reset-password/:token") view=rest::reset_password/>
                <ParentRoute path=path!("/agent") view=Layout>
                    <Route path=path!("orders") view=pages::orders::OrdersPage/>
                    <Route path=path!("orders/:id") view=rest::card/>
                    <Route path=path!("shipments") view=rest::shipments/>
                    <Route path=path!("shipments/:id") view=rest::shipment/>
                    <Route path=path!("shipments/:id/delivery") view=rest::shipment/>
                    <Route path=path!("deliveries") view=rest::deliveries/>
                    <Route path=path!("deliveries/:id") view=rest::delivery/>
                    <Route path=path!("balance-requests") view=rest::requests/>
                    <Route path=path!("wallet-topups") view=rest::wallets/>
                    <Route path=path!("notifications") view=rest::notifications/>
                    <Route path=path!("notifications/create") view=rest::new_notification/>
                    <Route path=path!("notifications/:id") view=rest::notification/>
                    <Route path=path!("staff") view=rest::staff/>
                    <Route path=path!("profile") view=rest::profile/>
                    <Route path=path!("access-groups") view=rest::groups/>
                    <Route path=path!("onboarding") view=rest::onboarding/>
                    <Route path=path!("settings") view=rest::settings/>
                    <Route path=path!("scan") view=rest::scan/>
                    <Route path=path!("cells") view=rest::cells/>
                    <Route path=path!("cells/:id") view=rest::cell/>
                    <Route path=path!("clients") view=rest::clients/>
                    <Route path=path!("clients/:id") view=rest::client/>
                    <Route path=path!("*any") view=NotFoundPage/>
                </ParentRoute>
            </Routes>
        </Router>
    }
}
