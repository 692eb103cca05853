//! The SPA of the client cabinet: its routes and its menu.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

mod pages;
mod rest;

use frontend_ui::{
    components::Shell,
    features::{
        login::{CodePage, LoginPage},
        notices::NotificationTexts,
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
    view! {
        <LoggedIn>
            <Shell menu=vec![("/client/orders", t(Text::Orders)), ("/client/shipments", t(LifecycleTexts::Shipments)), ("/client/balance", t(PaymentTexts::Balance)), ("/client/announcements", t(NotificationTexts::Announcements)), ("/client/staff", t(StaffTexts::Staff)), ("/client/settings", t(Text::Settings))]><Outlet/></Shell>
        </LoggedIn>
    }
}

#[component]
fn App() -> impl IntoView {
    init_app(Guard::Client);
    view! {
        <Router>
            <Routes fallback=NotFoundPage>
                <Route path=path!("/client/login") view=LoginPage/>
                <Route path=path!("/client/code") view=CodePage/>
                <Route path=path!("/client/confirm") view=rest::confirm/>
                <Route path=path!("/client/register") view=rest::register/>
                <Route path=path!("/client/recovery") view=rest::recovery/>
                <Route path=path!("/client/r/:code") view=rest::requisites/>
                <ParentRoute path=path!("/client") view=Layout>
                    <Route path=path!("orders") view=pages::orders::OrdersPage/>
                    <Route path=path!("orders/create") view=rest::create/>
                    <Route path=path!("orders/:id") view=rest::card/>
                    <Route path=path!("shipments") view=rest::shipments/>
                    <Route path=path!("shipments/:id") view=rest::shipment/>
                    <Route path=path!("shipments/:id/delivery") view=rest::shipment/>
                    <Route path=path!("balance") view=rest::balance/>
                    <Route path=path!("wallet-topup") view=rest::wallet/>
                    <Route path=path!("announcements") view=rest::announcements/>
                    <Route path=path!("staff") view=rest::staff/>
                    <Route path=path!("profile") view=rest::profile/>
                    <Route path=path!("access-groups") view=rest::groups/>
                    <Route path=path!("settings") view=rest::settings/>
                    <Route path=path!("*any") view=NotFoundPage/>
                </ParentRoute>
            </Routes>
        </Router>
    }
}
