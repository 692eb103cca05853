//! Notifications of the agent's owner about invoices, and the VAT in them.

use super::{advance_to, assign_plan, create_plan, run_month, top_up};
use crate::{
    people::bots::Bots,
    support::{ASSIGNED_ONLY, App, OWNER, on_both},
};
use serde_json::json;
use shared_types::billing::{PlanLimits, VatRate};

const OWNER_CHAT: i64 = 100;
const STAFF_CHAT: i64 = 300;

/// The app with bots, whose owner and another staff member have linked chats. The agent has a plan with a price.
async fn start(app: &App) -> (App, Bots) {
    let (app, bots) = Bots::start(app).await;
    for (chat, phone) in [(OWNER_CHAT, OWNER), (STAFF_CHAT, ASSIGNED_ONLY)] {
        bots.deliver_telegram(&app, &bots.telegram_contact(chat, phone, chat))
            .await;
        let _ = bots.take_messages(chat);
    }
    let plan = create_plan(&app, "Команда", 490_000, PlanLimits::default()).await;
    assign_plan(&app, plan).await;
    (app, bots)
}

/// The first lines of the messages that the owner gets at a time.
async fn messages_at(app: &App, bots: &Bots, time: &str) -> Vec<String> {
    advance_to(app, time);
    // The scheduled job runs twice, and the second run has nothing to say.
    for _ in 0..2 {
        app.run_due_jobs().await;
    }
    assert!(bots.take_messages(STAFF_CHAT).is_empty(), "only the owner is notified");
    let taken = bots.take_messages(OWNER_CHAT).into_iter();
    taken
        .map(|message| message.text.lines().next().unwrap_or_default().to_owned())
        .collect()
}

#[apply(on_both)]
async fn owner_is_notified_of_each_stage_of_an_unpaid_invoice(app: App) {
    let (app, bots) = start(&app).await;
    let issued = messages_at(&app, &bots, "2026-12-01T09:00:00Z").await;
    let [text] = &issued[..] else { panic!("{issued:?}") };
    assert!(
        text.starts_with("Выставлен счёт №") && text.contains(" за декабрь 2026 ") && text.contains("до 11.12.2026"),
        "{text}"
    );
    let bell = app.owner().await.get("/agent/attention").await.expect(200);
    assert_eq!(bell["groups"][0]["kind"], "service_invoices");
    for (time, start) in [
        ("2026-12-05T09:00:00Z", ""),
        ("2026-12-09T09:00:00Z", "Напоминаем: счёт №"),
        ("2026-12-10T09:00:00Z", ""),
        ("2026-12-12T09:00:00Z", "Просрочен счёт №"),
        ("2026-12-17T09:00:00Z", "Последние дни: не оплачен счёт №"),
        ("2026-12-19T09:00:00Z", "Кабинет доступен только для чтения"),
        ("2026-12-20T09:00:00Z", ""),
    ] {
        let sent = messages_at(&app, &bots, time).await;
        match start {
            "" => assert!(sent.is_empty(), "{time}: {sent:?}"),
            start => assert!(sent.len() == 1 && sent[0].starts_with(start), "{time}: {sent:?}"),
        }
    }
    top_up(&app, 490_000, "п/п 1").await;
    assert_eq!(run_month(&app).await, (0, 1));
    assert!(messages_at(&app, &bots, "2026-12-21T09:00:00Z").await.is_empty());
    let bell = app.owner().await.get("/agent/attention").await.expect(200);
    assert_eq!(bell["groups"], json!([]));
}

#[apply(on_both)]
async fn owner_is_notified_of_a_paid_invoice_once_and_may_choose_not_to_be(app: App) {
    let (app, bots) = start(&app).await;
    top_up(&app, 2_000_000, "п/п 1").await;
    let sent = messages_at(&app, &bots, "2026-12-01T09:00:00Z").await;
    assert!(
        sent.len() == 1 && sent[0].starts_with("С баланса сервиса оплачен счёт №"),
        "{sent:?}"
    );
    let off = json!({"choices": [{"notice": "service_invoice", "channel": "telegram", "enabled": false}]});
    let _ = app
        .owner()
        .await
        .patch("/agent/notice-preferences", off)
        .await
        .expect_within_statements(200, 10);
    assert!(messages_at(&app, &bots, "2027-01-01T09:00:00Z").await.is_empty());
}

#[apply(on_both)]
async fn invoice_states_the_vat_of_its_issue(app: App) {
    let plan = create_plan(&app, "Команда", 490_000, PlanLimits::default()).await;
    assign_plan(&app, plan).await;
    let with_vat = app.with_config(|config| config.billing.operator.vat_rate = Some(VatRate::Percent22));
    advance_to(&app, "2026-12-01T09:00:00Z");
    assert_eq!(run_month(&with_vat).await, (1, 0));
    advance_to(&app, "2027-01-01T09:00:00Z");
    let without = app.with_config(|config| config.billing.operator.vat_rate = Some(VatRate::WithoutVat));
    assert_eq!(run_month(&without).await, (1, 0));
    let invoices = app.owner().await.get("/agent/balance/invoices").await.expect(200);
    let vat = |index: usize| {
        let row = &invoices["data"][index];
        (row["vat_rate"].clone(), row["vat"]["amount"].clone())
    };
    assert_eq!(vat(1), (json!("22"), json!("883.61")));
    assert_eq!(vat(0), (json!("none"), json!(null)));
}
