//! Lazily loaded routes. The login is in the first load; other pages are loaded in parts, one for the pages that are used together.

use crate::pages;
use frontend_ui::features::login;

frontend_ui::lazy_pages! {
    lists for ["home" | "orders" | "announcements"] => {
        home, home_page: pages::home::HomePage;
        orders, orders_page: pages::orders::OrdersPage;
        announcements, announcements_page: pages::announcements::AnnouncementsPage;
    }
    draft for ["orders", "create"] => {
        create, create_page: pages::create::CreatePage;
        item_form, item_form_part: pages::card::forms::ItemFormPart;
        order_import, order_import_part: pages::card::forms::ImportPart;
    }
    order for ["orders", _] => {
        card, card_page: pages::card::CardPage;
    }
    parcels for ["shipments" | "shipping-requests" | "recipients", ..] => {
        shipments, shipments_page: pages::shipments::ShipmentsPage;
        shipment, shipment_page: pages::shipments::ShipmentPage;
        shipping_requests, shipping_requests_page: pages::shipping_requests::ShippingRequestsPage;
        shipping_request, shipping_request_page: pages::shipping_requests::ShippingRequestPage;
        create_shipping_request, create_shipping_request_page: pages::shipping_requests::CreateShippingRequestPage;
        recipients, recipients_page: pages::recipients::RecipientsPage;
    }
    money for ["balance" | "wallet-topup", ..] => {
        balance, balance_page: pages::balance::BalancePage;
        wallet, wallet_page: pages::wallet::WalletPage;
    }
    office for ["settings" | "staff" | "access-groups" | "profile", ..] => {
        settings, settings_page: pages::settings::SettingsPage;
        staff, staff_page: frontend_ui::features::people::StaffPage;
        groups, groups_page: frontend_ui::features::people::GroupsPage;
        profile, profile_page: frontend_ui::features::profile::ProfilePage;
    }
    costs for ["orders", _, "costs"] => {
        unit_costs, unit_costs_page: frontend_ui::features::unit_costs::UnitCostsPage;
    }
    programs => {
        api_keys, api_keys_part: frontend_ui::features::api_keys::ApiKeys;
        webhooks, webhooks_part: frontend_ui::features::webhooks::Webhooks;
    }
    mini_app for ["app"] => {
        mini_app, mini_app_page: login::MiniAppPage;
        host_bridge, host_bridge_part: login::HostBridge;
    }
    entry for ["confirm" | "confirm-email" | "invitation" | "register" | "recovery", ..] => {
        confirm, confirm_page: login::BotConfirmationPage;
        confirm_email, confirm_email_page: login::ConfirmEmailPage;
        invitation, invitation_page: login::InvitationPage;
        register, register_page: login::RegisterClientPage;
        recovery, recovery_page: login::RecoveryPage;
        unsubscribe, unsubscribe_page: pages::unsubscribe::UnsubscribePage;
        requisites, requisites_page: pages::requisites::PublicRequisitesPage;
    }
}
