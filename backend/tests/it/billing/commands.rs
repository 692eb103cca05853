//! The commands of the operator, run as processes.

use crate::support::{App, on_both};
use std::process::Command;

/// Runs `karavan` on the database of a test. Returns whether it succeeded, and its output.
pub async fn run(app: &App, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_karavan"));
    command
        .args(arguments)
        .env("DATABASE_URL", &app.database_url)
        .env("PUBLIC_URL", "http://localhost:8080")
        .env("MEDIA_URL", "memory:")
        .current_dir(std::env::temp_dir());
    let output = tokio::task::spawn_blocking(move || command.output())
        .await
        .expect("a task");
    let output = output.expect("the command starts");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

#[apply(on_both)]
async fn operator_manages_plans_and_tops_up_by_commands(app: App) {
    let (done, text) = run(&app, &["billing:plans"]).await;
    assert!(
        done && text.contains("Старт") && text.contains("default") && text.contains("2 agents"),
        "{text}"
    );
    let create = [
        "billing:plans",
        "create",
        "--name",
        "Команда",
        "--price",
        "4900",
        "--staff",
        "10",
        "--storage-mb",
        "5",
    ];
    let (done, text) = run(&app, &create).await;
    assert!(done && text.contains("is created"), "{text}");
    assert_eq!(
        app.count(
            "plans",
            "name = 'Команда' AND price_minor = 490000 AND staff_limit = 10 \
             AND clients_limit IS NULL AND storage_limit = 5242880"
        )
        .await,
        1
    );
    let id = app.ids("plans", "name = 'Команда'").await[0].to_string();
    assert!(!run(&app, &create).await.0, "the name is taken");
    assert!(
        run(&app, &["billing:plans", "change", "--id", &id, "--price", "5900.50"])
            .await
            .0
    );
    assert_eq!(app.count("plans", "price_minor = 590050 AND staff_limit = 10").await, 1);
    assert!(
        run(&app, &["billing:plans", "assign", "--id", &id, "--agent", "lotus"])
            .await
            .0
    );
    assert!(run(&app, &["billing:plans", "retire", "--id", &id]).await.0);
    assert!(
        !run(&app, &["billing:plans", "retire", "--id", "1"]).await.0,
        "the default plan stays"
    );

    let top_up = [
        "billing:topup",
        "--agent",
        "lotus",
        "--amount",
        "7000",
        "--reference",
        "п/п 12 от 18.11.2026",
    ];
    let (done, text) = run(&app, &top_up).await;
    assert!(done && text.contains("7000.00 RUB"), "{text}");
    let (done, text) = run(&app, &top_up).await;
    assert!(done && text.contains("nothing was posted"), "{text}");
    assert!(
        !run(
            &app,
            &[
                "billing:topup",
                "--agent",
                "nobody",
                "--amount",
                "1",
                "--reference",
                "x"
            ]
        )
        .await
        .0
    );
    assert_eq!(app.sum("service_accounts", "balance_minor").await, 700_000);
    let (done, text) = run(&app, &["billing:invoices", "run"]).await;
    assert!(done && text.contains("invoices issued"), "{text}");
    let (done, _) = run(&app, &["billing:invoices", "list", "--agent", "lotus", "--open"]).await;
    assert!(done);
    let (done, text) = run(&app, &["ledger:verify"]).await;
    assert!(done && text.contains("consistent"), "{text}");
    app.execute_sql("UPDATE service_accounts SET checksum = checksum + 1")
        .await;
    let (done, text) = run(&app, &["ledger:verify"]).await;
    assert!(!done && text.contains("another checksum"), "{text}");
    let (done, text) = run(&app, &["ledger:seal"]).await;
    assert!(done && text.contains("1 checksums were replaced"), "{text}");
    assert!(run(&app, &["ledger:verify"]).await.0);
}
