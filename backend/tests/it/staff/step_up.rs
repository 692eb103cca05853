//! Which requests of staff need a fresh proof under each policy. The table is made from the endpoint declarations, so that a new endpoint
//! has to be classified.

use crate::support::{App, OWNER, PASSWORD, on_both};
use serde_json::json;
use shared_types::{
    access::{Access, Guard},
    api::visit_endpoints,
    endpoint::{Endpoint, EndpointVisitor, Method, Route},
};
use std::collections::BTreeSet;

/// Endpoints of staff that change something without a proof, and why.
const WITHOUT_PROOF: [(&str, &str); 10] = [
    (
        "work on goods, texts and pictures",
        "change_shop_report set_shop_state add_cells remove_cell create_delivery change_delivery move_delivery load_delivery \
         unload_delivery render_service create_service_upload_link start_service_upload create_item_upload_link start_item_upload \
         remove_media change_media set_poster save_personal_note save_note create_notification preview_notification \
         delete_notification change_notification send_notification send_agent_message add_agent_chat_file remove_agent_chat_file \
         read_agent_chat change_agent_message set_agent_reaction mark_order_expected merge_items split_item start_purchase \
         scan_code scan_codes dismiss_unknown_scan create_shipment change_shipment read_shipment_tracks set_shipment_tracks add_shipment_items remove_shipment_items \
         merge_shipments split_shipment confirm_shipping_request refuse_shipping_request close_upload_link continue_upload \
         finish_upload save_filter remove_saved_filter create_agent_order change_agent_order claim_order create_chat_reply \
         change_chat_reply remove_chat_reply set_reply_need snooze_dialogue check_purchase_tracks read_purchase_export set_purchase_tracks \
         read_agent_link read_item_measures set_item_measures \
         add_shipment_places change_shipment_place remove_shipment_place scan_into_delivery remove_loaded_places \
         withdraw_reweighing add_reweighing_photo",
    ),
    (
        "a price that the client sees and confirms before it pays",
        "change_group add_agent_item change_agent_item open_pricing quote_order reopen_order order_agent_service upload_agent_import \
         change_agent_import confirm_agent_import undo_agent_import",
    ),
    (
        "gives a client back the whole of what it paid for the same thing, or ends a request that was not paid",
        "cancel_agent_order cancel_agent_service move_items move_shipment reject_topup reject_wallet_topup reject_withdrawal",
    ),
    (
        "prepares a payout, which needs the proof",
        "request_client_withdrawal confirm_withdrawal read_statement match_statement keep_statement ignore_statement_line \
         restore_statement_line",
    ),
    (
        "sends events without names, sums and texts, or takes a right away",
        "create_agent_webhook change_agent_webhook delete_agent_webhook rotate_agent_webhook_secret \
         test_agent_webhook replay_agent_webhook_events replay_agent_webhook_delivery revoke_agent_key",
    ),
    (
        "records the agent's own cash, and moves no money of clients",
        "add_cash_box change_cash_box add_cash_entry transfer_cash reverse_cash_entry close_cash_day",
    ),
    (
        "works in a sandbox only, where the money is made up",
        "advance_agent_order",
    ),
    (
        "the agent's own account with the service, from which nothing is paid out",
        "pay_service_invoice create_service_payment change_plan",
    ),
    (
        "gives no person a right that the person did not have",
        "delete_agent_group preview_agent_group assign_clients assign_orders assign_dialogue hand_over_work create_client import_clients \
         read_client_sheet read_earlier_orders import_earlier_orders undo_order_import change_onboarding change_agent_preferences \
         change_agent_notice_preferences save_agent_push_subscription delete_agent_push_subscription",
    ),
    (
        "has a proof of its own, or is checked by what it changes: see the tests below and those of logins and profiles",
        "change_client change_staff_logins change_agent_profile begin_agent_authenticator confirm_agent_authenticator \
         remove_agent_authenticator remove_agent_picture set_agent_picture request_agent_email_change change_agent_email \
         add_agent_passkey begin_agent_passkey remove_agent_passkey change_agent_password request_payout_code \
         confirm_payout_step_up change_agent_phone request_agent_phone_code change_agent_second_factor end_agent_logins \
         end_agent_login create_session_transfer switch_cabinet authorize_channel",
    ),
];

/// Settings under which orders are calculated and sent. None sets where or to whom money goes.
const SETTINGS: &str = "/agent/settings/";
const SETTINGS_WITH_PROOF: [&str; 3] = ["add_payment_card", "change_payment_card", "change_payment_terms"];

struct Declared {
    name: &'static str,
    method: Method,
    path: String,
    step_up: bool,
}

struct OfStaff(Vec<Declared>);

impl EndpointVisitor for OfStaff {
    fn visit<E: Endpoint>(&mut self) {
        let of_staff = |route: &Route| {
            matches!(
                route.access,
                Access::Agent(..) | Access::Guard(Guard::Agent) | Access::AnyGuard
            )
        };
        for route in Route::all::<E>().into_iter().filter(of_staff) {
            if route.method == Method::Get {
                continue;
            }
            let path = route.path.split('{').enumerate().map(|(index, part)| {
                let rest = part.split_once('}').map_or(part, |(_, rest)| rest);
                if index == 0 {
                    part.to_owned()
                } else {
                    format!("1{rest}")
                }
            });
            self.0.push(Declared {
                name: route.name,
                method: route.method,
                path: path.collect(),
                step_up: route.step_up,
            });
        }
    }
}

fn declared() -> Vec<Declared> {
    let mut found = OfStaff(Vec::new());
    visit_endpoints(&mut found);
    found.0
}

#[test]
fn every_endpoint_of_staff_is_classified() {
    let mut reasons: BTreeSet<&str> = WITHOUT_PROOF
        .iter()
        .flat_map(|(_, names)| names.split_whitespace())
        .collect();
    for endpoint in declared() {
        let is_setting = endpoint.path.starts_with(SETTINGS) && !SETTINGS_WITH_PROOF.contains(&endpoint.name);
        let has_reason = reasons.remove(endpoint.name) || is_setting;
        assert!(
            endpoint.step_up != has_reason,
            "{} moves money or gives rights (`step_up = true`), or needs a reason in WITHOUT_PROOF, not both",
            endpoint.name
        );
    }
    assert!(reasons.is_empty(), "no such endpoints: {reasons:?}");
}

async fn set_policy(app: &App, key: &str) {
    app.execute_sql("DELETE FROM agent_settings WHERE key LIKE 'payout%'")
        .await;
    app.execute_sql(&format!(
        "INSERT INTO agent_settings (agent_id, key, value, created_at, updated_at) \
         VALUES (1, '{key}', 'true', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')"
    ))
    .await;
}

#[apply(on_both)]
async fn money_and_rights_need_a_fresh_proof_under_each_policy(app: App) {
    let owner = app.owner().await;
    for (policy, code) in [
        ("payout_code", "code_required"),
        ("payout_authenticator", "authenticator_required"),
    ] {
        set_policy(&app, policy).await;
        for endpoint in declared().into_iter().filter(|endpoint| endpoint.step_up) {
            let body = Some(b"{}".to_vec());
            let refused = owner.send(endpoint.method.as_str(), &endpoint.path, body).await;
            assert_eq!(refused.status, 403, "{policy}: {}: {}", endpoint.name, refused.text);
            let _ = refused.expect_problem(403, code);
        }
    }
    let own_rates = json!({"rates": []});
    let _ = owner
        .patch("/agent/clients/1", own_rates)
        .await
        .expect_problem(403, "authenticator_required");
    let _ = owner
        .patch("/agent/clients/1", json!({"company": "ООО"}))
        .await
        .expect_within_statements(200, 8);
    let weaker = json!({"second_factor": false});
    let _ = owner
        .patch("/agent/settings/staff-logins", weaker)
        .await
        .expect_problem(403, "authenticator_required");
    let (topups, staff) = (
        app.count("ledger_entries", "1 = 1").await,
        app.count("staff", "is_owner").await,
    );
    assert_eq!((topups, staff), (0, 2));

    // Without a policy, none of them asks.
    app.execute_sql("DELETE FROM agent_settings WHERE key LIKE 'payout%'")
        .await;
    for endpoint in declared().into_iter().filter(|endpoint| endpoint.step_up) {
        let body = Some(b"{}".to_vec());
        let answer = owner.send(endpoint.method.as_str(), &endpoint.path, body).await;
        assert!(
            !["code_required", "authenticator_required"]
                .iter()
                .any(|code| answer.text.contains(code)),
            "{}: {}",
            endpoint.name,
            answer.text
        );
    }
}

#[apply(on_both)]
async fn extensions_end_with_the_password_when_the_person_says_so(app: App) {
    for (guard, phone) in [("agent", OWNER), ("client", crate::support::CLIENT)] {
        let person = app.log_in(guard, phone).await;
        let extension = app.extension_of(crate::support::CLIENT).await;
        if guard == "agent" {
            app.execute_sql(
                "UPDATE extension_tokens SET user_id = (SELECT id FROM users WHERE phone = '+79990000001')",
            )
            .await;
        }
        let path = format!("/{guard}/profile/password");
        let keeps = json!({"current": PASSWORD, "password": "another-password"});
        let _ = person.post(&path, keeps).await.expect(204);
        assert_ne!(extension.get("/api/ext/me").await.status, 401);
        let ends = json!({"current": "another-password", "password": PASSWORD, "end_extensions": true});
        let _ = person.post(&path, ends).await.expect_within_statements(204, 8);
        let _ = extension
            .get("/api/ext/me")
            .await
            .expect_problem(401, "credential_revoked");
    }
}
