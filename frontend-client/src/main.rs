//! The SPA of the client cabinet: its routes and its menu.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

#[macro_use(any_view)]
extern crate frontend_ui;

mod lazy_routes;
mod pages;

use frontend_ui::{
    components::{MenuGroup, MenuLink, Shell, load_parts_early},
    features::{
        bell::{Bell, menu_counts, provide_attention},
        brand::agent_home_link,
        login::{CodePage, LoginPage, is_launched, provide_main_button},
        notification_preferences::NotificationTexts,
        shipping::ShippingTexts,
        startup::{LoggedIn, NotFoundContent, NotFoundPage, init_app, mount_app},
    },
    i18n::{PaymentTexts, StaffTexts},
    prelude::*,
};
use leptos_router::{
    components::{Outlet, ParentRoute, Route, Router, Routes},
    path,
};
use pages::{home::HomeTexts, recipients::AddressBookTexts};

fn main() {
    console_error_panic_hook::set_once();
    mount_app(App);
}

fn menu() -> Vec<MenuGroup> {
    vec![
        MenuGroup {
            title: None,
            links: vec![
                MenuLink::new("/client/home", t(HomeTexts::Title), Icon::House),
                MenuLink::pinned("/client/orders", t(Text::Orders), Icon::ClipboardList),
                MenuLink::pinned("/client/shipments", t(LifecycleTexts::Shipments), Icon::Package),
                MenuLink::new("/client/shipping-requests", t(ShippingTexts::Requests), Icon::Ship),
                MenuLink::pinned("/client/orders/create", t(Text::NewOrder), Icon::Plus),
                MenuLink::pinned("/client/balance", t(PaymentTexts::Balance), Icon::Wallet),
                MenuLink::new(
                    "/client/announcements",
                    t(NotificationTexts::Announcements),
                    Icon::Megaphone,
                ),
            ],
        },
        MenuGroup {
            title: Some(t(Text::MenuManagement)),
            links: vec![
                MenuLink::new("/client/wallet-topup", t(PaymentTexts::Wallets), Icon::CreditCard),
                MenuLink::new("/client/recipients", t(AddressBookTexts::Title), Icon::MapPin),
                MenuLink::new("/client/staff", t(StaffTexts::Staff), Icon::UserCog),
                MenuLink::new("/client/settings", t(Text::Settings), Icon::Settings),
            ],
        },
    ]
}

#[component]
fn Cabinet() -> impl IntoView {
    provide_attention();
    let host = is_launched().then(|| {
        provide_main_button();
        lazy_routes::host_bridge()
    });
    view! {
        {host}
        <Shell menu=menu() counts=menu_counts() home_link=agent_home_link() extra_controls=Some(any_view! { <Bell /> })>
            <Outlet />
        </Shell>
    }
}

#[component]
fn Layout() -> impl IntoView {
    view! {
        <LoggedIn>
            <Cabinet />
        </LoggedIn>
    }
}

#[component]
fn App() -> impl IntoView {
    init_app(Guard::Client);
    load_parts_early(lazy_routes::load_part);
    view! {
        <Router>
            <Routes fallback=NotFoundPage>
                <Route path=path!("/client/login") view=LoginPage />
                <Route path=path!("/client/app") view=lazy_routes::mini_app />
                <Route path=path!("/client/code") view=CodePage />
                <Route path=path!("/client/confirm") view=lazy_routes::confirm />
                <Route path=path!("/client/confirm-email/:token") view=lazy_routes::confirm_email />
                <Route path=path!("/client/invitation") view=lazy_routes::invitation />
                <Route path=path!("/client/register") view=lazy_routes::register />
                <Route path=path!("/client/recovery") view=lazy_routes::recovery />
                <Route path=path!("/client/unsubscribe/:token") view=lazy_routes::unsubscribe />
                <Route path=path!("/client/r/:code") view=lazy_routes::requisites />
                <ParentRoute path=path!("/client") view=Layout>
                    <Route path=path!("home") view=lazy_routes::home />
                    <Route path=path!("orders") view=lazy_routes::orders />
                    <Route path=path!("orders/create") view=lazy_routes::create />
                    <Route path=path!("orders/:id") view=lazy_routes::card />
                    <Route path=path!("orders/:id/costs") view=lazy_routes::unit_costs />
                    <Route path=path!("shipments") view=lazy_routes::shipments />
                    <Route path=path!("shipments/:id") view=lazy_routes::shipment />
                    <Route path=path!("shipments/:id/delivery") view=lazy_routes::shipment />
                    <Route path=path!("shipping-requests") view=lazy_routes::shipping_requests />
                    <Route path=path!("shipping-requests/create") view=lazy_routes::create_shipping_request />
                    <Route path=path!("shipping-requests/:id") view=lazy_routes::shipping_request />
                    <Route path=path!("recipients") view=lazy_routes::recipients />
                    <Route path=path!("balance") view=lazy_routes::balance />
                    <Route path=path!("wallet-topup") view=lazy_routes::wallet />
                    <Route path=path!("announcements") view=lazy_routes::announcements />
                    <Route path=path!("staff") view=lazy_routes::staff />
                    <Route path=path!("profile") view=lazy_routes::profile />
                    <Route path=path!("access-groups") view=lazy_routes::groups />
                    <Route path=path!("settings") view=lazy_routes::settings />
                    <Route path=path!("*any") view=NotFoundContent />
                </ParentRoute>
            </Routes>
        </Router>
    }
}
