//! The agent's SPA: routes and the main menu.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

#[macro_use(any_view)]
extern crate frontend_ui;

mod lazy_routes;
mod notes;
mod pages;
mod palette;
mod service_banner;
mod step_up;

use frontend_ui::{
    components::{MenuGroup, MenuLink, Shell, load_parts_early},
    features::{
        bell::{Bell, menu_counts, provide_attention},
        login::{CodePage, LoginPage},
        notification_preferences::NotificationTexts,
        shipping::ShippingTexts,
        startup::{LoggedIn, NotFoundContent, NotFoundPage, init_app, mount_app},
        withdrawals::WithdrawalTexts,
    },
    i18n::{PaymentTexts, StaffTexts},
    prelude::*,
};
use leptos_router::{
    components::{Outlet, ParentRoute, Route, Router, Routes},
    path,
};
use pages::{balance::BillingTexts, home::HomeTexts, scan::ScanTexts};

fn main() {
    console_error_panic_hook::set_once();
    mount_app(App);
}

fn menu() -> Vec<MenuGroup> {
    vec![
        MenuGroup {
            title: None,
            links: vec![
                MenuLink::new("/agent/home", t(HomeTexts::Home), Icon::House),
                MenuLink::new("/agent/chats", t(Text::Chats), Icon::MessageCircle),
            ],
        },
        MenuGroup {
            title: Some(t(Text::MenuWork)),
            links: vec![
                MenuLink::pinned("/agent/orders", t(Text::Orders), Icon::ClipboardList),
                MenuLink::new(
                    "/agent/orders?section=to_buy",
                    t(HomeTexts::Purchasing),
                    Icon::ShoppingCart,
                ),
                MenuLink::new("/agent/purchasing", t(HomeTexts::ToBuy), Icon::ShoppingBag),
                MenuLink::pinned("/agent/scan", t(ScanTexts::Scanner), Icon::ScanLine),
                MenuLink::new("/agent/cells", t(ScanTexts::Cells), Icon::LayoutGrid),
                MenuLink::new("/agent/orders?section=services", t(Text::ToService), Icon::Wrench),
                MenuLink::pinned("/agent/shipments", t(LifecycleTexts::Shipments), Icon::Package),
                MenuLink::new("/agent/shipping-requests", t(ShippingTexts::Requests), Icon::MapPin),
                MenuLink::new("/agent/deliveries", t(LifecycleTexts::Deliveries), Icon::Ship),
            ],
        },
        MenuGroup {
            title: Some(t(Text::MenuClients)),
            links: vec![
                MenuLink::pinned("/agent/clients", t(LifecycleTexts::Clients), Icon::Users),
                MenuLink::new(
                    "/agent/notifications",
                    t(NotificationTexts::Announcements),
                    Icon::Megaphone,
                ),
            ],
        },
        MenuGroup {
            title: Some(t(Text::MenuMoney)),
            links: vec![
                MenuLink::new("/agent/balance-requests", t(PaymentTexts::Topups), Icon::Wallet),
                MenuLink::new(
                    "/agent/statement-lines",
                    t(PaymentTexts::Statement),
                    Icon::ClipboardList,
                ),
                MenuLink::new("/agent/wallet-topups", t(PaymentTexts::Wallets), Icon::CreditCard),
                MenuLink::new("/agent/withdrawals", t(WithdrawalTexts::Withdrawals), Icon::Banknote),
                MenuLink::new("/agent/cash-entries", t(StaffTexts::Cash), Icon::Wallet),
                MenuLink::new("/agent/reports", t(StaffTexts::Reports), Icon::ChartColumn),
            ],
        },
        MenuGroup {
            title: Some(t(Text::MenuManagement)),
            links: vec![
                MenuLink::new("/agent/staff", t(StaffTexts::Staff), Icon::UserCog),
                MenuLink::new("/agent/access-groups", t(StaffTexts::Groups), Icon::ShieldCheck),
                MenuLink::new("/agent/balance", t(BillingTexts::Title), Icon::CreditCard),
                MenuLink::new("/agent/settings", t(Text::Settings), Icon::Settings),
            ],
        },
    ]
}

#[component]
fn Cabinet() -> impl IntoView {
    provide_attention();
    let controls = view! {
        {palette::search_button()}
        <Bell />
        {notes::notepad_button()}
    };
    view! {
        <Shell menu=menu() counts=menu_counts() extra_controls=Some(controls.into_any())>
            <service_banner::ServiceBanner />
            {pages::scan::background_sender()}
            <Outlet />
            {notes::dock()}
            {step_up::dialog()}
            {palette::dialogs()}
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
    init_app(Guard::Agent);
    load_parts_early(lazy_routes::load_part);
    notes::start();
    palette::start();
    step_up::start();
    service_banner::start();
    view! {
        <Router>
            <Routes fallback=NotFoundPage>
                <Route path=path!("/agent/login") view=LoginPage />
                <Route path=path!("/agent/labels") view=lazy_routes::labels />
                <Route path=path!("/agent/packing-list/:id") view=lazy_routes::packing_list />
                <Route path=path!("/agent/manifest/:id") view=lazy_routes::manifest />
                <Route path=path!("/agent/code") view=CodePage />
                <Route path=path!("/agent/confirm") view=lazy_routes::confirm />
                <Route path=path!("/agent/confirm-email/:token") view=lazy_routes::confirm_email />
                <Route path=path!("/agent/invitation") view=lazy_routes::invitation />
                <Route path=path!("/agent/register") view=lazy_routes::register />
                <Route path=path!("/agent/recovery") view=lazy_routes::recovery />
                <Route path=path!("/agent/login-email") view=lazy_routes::login_email />
                <Route path=path!("/agent/forgot-password") view=lazy_routes::forgot_password />
                <Route path=path!("/agent/reset-password/:token") view=lazy_routes::reset_password />
                <ParentRoute path=path!("/agent") view=Layout>
                    <Route path=path!("home") view=lazy_routes::home />
                    <Route path=path!("orders") view=pages::orders::OrdersPage />
                    <Route path=path!("orders/:id") view=lazy_routes::card />
                    <Route path=path!("orders/:id/costs") view=lazy_routes::unit_costs />
                    <Route path=path!("purchasing") view=lazy_routes::purchasing />
                    <Route path=path!("chats") view=lazy_routes::chats />
                    <Route path=path!("shipments") view=lazy_routes::shipments />
                    <Route path=path!("shipments/:id") view=lazy_routes::shipment />
                    <Route path=path!("shipping-requests") view=lazy_routes::shipping_requests />
                    <Route path=path!("shipping-requests/:id") view=lazy_routes::shipping_request />
                    <Route path=path!("shipments/:id/delivery") view=lazy_routes::shipment />
                    <Route path=path!("deliveries") view=lazy_routes::deliveries />
                    <Route path=path!("deliveries/:id") view=lazy_routes::delivery />
                    <Route path=path!("balance-requests") view=lazy_routes::requests />
                    <Route path=path!("statement-lines") view=lazy_routes::statement_lines />
                    <Route path=path!("cash-entries") view=lazy_routes::cash />
                    <Route path=path!("wallet-topups") view=lazy_routes::wallets />
                    <Route path=path!("withdrawals") view=lazy_routes::withdrawals />
                    <Route path=path!("notifications") view=lazy_routes::notifications />
                    <Route path=path!("notifications/create") view=lazy_routes::new_notification />
                    <Route path=path!("notifications/:id") view=lazy_routes::notification />
                    <Route path=path!("balance") view=lazy_routes::balance />
                    <Route path=path!("reports") view=lazy_routes::reports />
                    <Route path=path!("staff") view=lazy_routes::staff />
                    <Route path=path!("profile") view=lazy_routes::profile />
                    <Route path=path!("access-groups") view=lazy_routes::groups />
                    <Route path=path!("onboarding") view=lazy_routes::onboarding />
                    <Route path=path!("settings") view=lazy_routes::settings />
                    <Route path=path!("scan") view=lazy_routes::scan />
                    <Route path=path!("loading/:id") view=lazy_routes::loading />
                    <Route path=path!("cells") view=lazy_routes::cells />
                    <Route path=path!("cells/:id") view=lazy_routes::cell />
                    <Route path=path!("clients") view=lazy_routes::clients />
                    <Route path=path!("clients/import") view=lazy_routes::client_import />
                    <Route path=path!("clients/import/orders") view=lazy_routes::earlier_orders />
                    <Route path=path!("clients/:id") view=lazy_routes::client />
                    <Route path=path!("*any") view=NotFoundContent />
                </ParentRoute>
            </Routes>
        </Router>
    }
}
