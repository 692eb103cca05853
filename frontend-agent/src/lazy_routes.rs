//! Lazily loaded routes. The login and the order table are in the first load; other pages are loaded in parts, one for the pages
//! that are used together.

use crate::pages;
use frontend_ui::features::login;

frontend_ui::lazy_pages! {
    start for ["home"] => {
        home, home_page: pages::home::HomePage;
        palette, palette_dialog: crate::palette::PaletteDialog;
        shortcuts, shortcuts_dialog: crate::palette::ShortcutsDialog;
        notes_dock, notes_dock_part: crate::notes::Dock;
    }
    list_panels => {
        filter_fields, filter_fields_part: pages::filters::FilterFields;
        order_preview, order_preview_part: pages::orders::preview::OrderPreview;
    }
    order for ["orders", _] => {
        card, card_page: pages::card::CardPage;
        new_order, new_order_dialog: pages::orders::new_order::NewOrderDialog;
    }
    bulk => {
        bulk_bar, bulk_bar_part: pages::orders::bulk::BulkBar;
    }
    order_dialogs for ["order-dialogs"] => {
        order_dialog, order_dialog_part: pages::card::dialogs::OrderDialogPart;
        items_dialog, items_dialog_part: pages::card::dialogs::ItemsDialogPart;
        item_form, item_form_part: pages::card::dialogs::ItemFormPart;
        new_item, new_item_part: pages::card::dialogs::NewItemPart;
    }
    inbox for ["chats"] => {
        chats, chats_page: pages::chats::ChatsPage;
    }
    parcels for ["shipments" | "shipping-requests" | "deliveries" | "packing-list" | "manifest", ..] => {
        shipments, shipments_page: pages::shipments::ShipmentsPage;
        shipment, shipment_page: pages::shipment::ShipmentPage;
        shipping_requests, shipping_requests_page: pages::shipping_requests::ShippingRequestsPage;
        shipping_request, shipping_request_page: pages::shipping_requests::ShippingRequestPage;
        deliveries, deliveries_page: pages::deliveries::DeliveriesPage;
        delivery, delivery_page: pages::deliveries::DeliveryPage;
        packing_list, packing_list_page: pages::packing_list::PackingListPage;
        manifest, manifest_page: pages::packing_list::ManifestPage;
    }
    purchasing for ["purchasing"] => {
        purchasing, purchasing_page: pages::purchasing::PurchasingPage;
    }
    warehouse for ["scan" | "cells" | "labels" | "loading", ..] => {
        scan, scan_page: pages::scan::ScanPage;
        scan_sender, scan_sender_part: pages::scan::BackgroundSender;
        cells, cells_page: pages::cells::CellsPage;
        cell, cell_page: pages::cells::CellPage;
        labels, labels_page: pages::labels::LabelsPage;
        loading, loading_page: pages::scan::LoadingPage;
    }
    money for ["balance-requests" | "statement-lines" | "wallet-topups" | "withdrawals" | "balance" | "reports", ..] => {
        requests, requests_page: pages::requests::RequestsPage;
        statement_lines, statement_lines_page: pages::statement_lines::StatementLinesPage;
        wallets, wallets_page: pages::wallets::WalletsPage;
        withdrawals, withdrawals_page: pages::withdrawals::WithdrawalsPage;
        balance, balance_page: pages::balance::BalancePage;
        reports, reports_page: pages::reports::ReportsPage;
    }
    cash for ["cash-entries"] => {
        cash, cash_page: pages::cash::CashPage;
    }
    people for ["clients" | "staff" | "access-groups" | "profile", ..] => {
        clients, clients_page: pages::clients::ClientsPage;
        client, client_page: pages::clients::ClientPage;
        new_client, new_client_part: pages::clients::NewClientAnywhere;
        client_import, client_import_page: pages::clients::ClientImportPage;
        earlier_orders, earlier_orders_page: pages::clients::EarlierOrdersPage;
        staff, staff_page: frontend_ui::features::people::StaffPage;
        groups, groups_page: frontend_ui::features::people::GroupsPage;
        profile, profile_page: frontend_ui::features::profile::ProfilePage;
    }
    office for ["settings" | "onboarding" | "notifications", ..] => {
        settings, settings_page: pages::settings::SettingsPage;
        onboarding, onboarding_page: pages::onboarding::OnboardingPage;
        notifications, notifications_page: pages::notifications::NotificationsPage;
        notification, notification_page: pages::notifications::NotificationPage;
        new_notification, new_notification_page: pages::notifications::CreateNotificationPage;
    }
    costs for ["orders", _, "costs"] => {
        unit_costs, unit_costs_page: frontend_ui::features::unit_costs::UnitCostsPage;
    }
    programs => {
        api_keys, api_keys_part: frontend_ui::features::api_keys::ApiKeys;
        webhooks, webhooks_part: frontend_ui::features::webhooks::Webhooks;
    }
    entry for ["confirm" | "confirm-email" | "invitation" | "register" | "recovery" | "login-email" | "forgot-password", ..] => {
        proof, proof_dialog: crate::step_up::StepUpDialog;
        confirm, confirm_page: login::BotConfirmationPage;
        confirm_email, confirm_email_page: login::ConfirmEmailPage;
        invitation, invitation_page: login::InvitationPage;
        register, register_page: login::RegisterAgentPage;
        recovery, recovery_page: login::RecoveryPage;
        login_email, login_email_page: login::EmailLoginPage;
        forgot_password, forgot_password_page: login::PasswordResetRequestPage;
        reset_password, reset_password_page: login::PasswordResetPage;
    }
}
