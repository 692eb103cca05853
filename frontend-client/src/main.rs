//! The client's SPA: routes and menu.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

mod pages;
mod rest;

use frontend_ui::{
    components::Shell,
    features::{
        login::LoginPage,
        notices::Notices,
        start::{LoggedIn, NotFoundPage, start},
    },
    i18n::{Funds, Life, Text, t},
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
fn Frame() -> impl IntoView {
    view! {
        <LoggedIn>
            <Shell menu=vec![("/client/orders", t(Text::Orders)), ("/client/shipments", t(Life::Shipments)), ("/client/balance", t(Funds::Balance)), ("/client/announcements", t(Notices::Announcements)), ("/client/settings", t(Text::Settings))]><Outlet/></Shell>
        </LoggedIn>
    }
}

#[component]
fn App() -> impl IntoView {
    start(Guard::Client);
    view! {
        <Router>
            <Routes fallback=NotFoundPage>
                <Route path=path!("/client/login") view=LoginPage/>
                <Route path=path!("/client/r/:code") view=rest::requisites/>
                <ParentRoute path=path!("/client") view=Frame>
                    <Route path=path!("orders") view=pages::orders::OrdersPage/>
                    <Route path=path!("orders/create") view=rest::create/>
                    <Route path=path!("orders/:id") view=rest::card/>
                    <Route path=path!("shipments") view=rest::shipments/>
                    <Route path=path!("shipments/:id") view=rest::shipment/>
                    <Route path=path!("shipments/:id/delivery") view=rest::shipment/>
                    <Route path=path!("balance") view=rest::balance/>
                    <Route path=path!("wallet-topup") view=rest::wallet/>
                    <Route path=path!("announcements") view=rest::announcements/>
                    <Route path=path!("settings") view=rest::settings/>
                    <Route path=path!("*any") view=NotFoundPage/>
                </ParentRoute>
            </Routes>
        </Router>
    }
}
