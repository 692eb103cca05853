//! `karavan agent:create`, run as a process.

use crate::support::{App, eventually, installed_program, on_both, on_sqlite};
use serde_json::json;
use std::{
    io::{Read, Write},
    path::Path,
    process::{Command, Stdio},
    sync::{Arc, Mutex},
};

const PHONE: &str = "+79995557101";
const SECRET: &str = "сирень-и-мёд";

const CREATE: [&str; 7] = ["agent:create", "--company", "Лотос", "--name", "Анна", "--phone", PHONE];

fn on_database(command: &mut Command, app: &App) {
    command
        .env("DATABASE_URL", &app.database_url)
        .env("PUBLIC_URL", "http://localhost:8080")
        .env("MEDIA_URL", "memory:")
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
}

async fn log_in(app: &App) {
    let login = json!({"phone": PHONE, "password": SECRET});
    let opened = app.anonymous().post("/agent/login/password", login).await.expect(200);
    let owner = app.with_token(opened["access_token"].as_str().expect("a token"));
    let _ = owner.get("/agent/staff").await.expect(200);
}

#[apply(on_both)]
async fn first_agent_sets_a_password_by_the_printed_link(app: App) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_karavan"));
    on_database(command.args(CREATE), &app);
    let output = tokio::task::spawn_blocking(move || command.output());
    let output = output.await.expect("a task").expect("the command starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    let link = text.split("http://localhost:8080").nth(1).expect("a link").trim();
    let answer = app.anonymous().post(link, json!({"password": SECRET})).await;
    let _ = answer.expect(204);
    log_in(&app).await;
}

#[apply(on_both)]
async fn password_can_be_piped(app: App) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_karavan"));
    on_database(command.args(CREATE).arg("--password"), &app);
    let mut child = command.spawn().expect("the command starts");
    let mut input = child.stdin.take().expect("its input");
    writeln!(input, "{SECRET}").expect("the command reads");
    drop(input);
    let ended = tokio::task::spawn_blocking(move || child.wait());
    assert!(ended.await.expect("a task").expect("it ends").success());
    log_in(&app).await;
}

/// Whether a terminal shows what is typed.
fn echoes(terminal: &Path) -> bool {
    let Ok(name) = std::fs::read_to_string(terminal) else {
        return true;
    };
    let output = Command::new("stty").args(["-F", name.trim(), "-a"]).output();
    let output = output.expect("stty starts").stdout;
    !String::from_utf8_lossy(&output).contains("-echo ")
}

#[apply(on_sqlite)]
async fn password_typed_at_a_terminal_is_not_shown(app: App) {
    // `script` runs a command at a terminal of its own.
    let Some(mut command) = installed_program("script") else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let terminal = folder.path().join("terminal");
    let arguments = CREATE.map(|argument| format!("'{argument}'")).join(" ");
    let program = format!(
        "tty > '{}'; exec '{}' {arguments} --password",
        terminal.display(),
        env!("CARGO_BIN_EXE_karavan")
    );
    on_database(command.args(["-qec", &program, "/dev/null"]), &app);
    let mut child = command.spawn().expect("script starts");
    let (mut input, mut output) = (child.stdin.take().expect("input"), child.stdout.take().expect("output"));
    let shown = Arc::new(Mutex::new(Vec::new()));
    let reading = tokio::task::spawn_blocking({
        let shown = Arc::clone(&shown);
        move || {
            let mut piece = [0; 1024];
            while let Ok(length @ 1..) = output.read(&mut piece) {
                shown.lock().expect("shown").extend_from_slice(&piece[..length]);
            }
        }
    });
    let text = || String::from_utf8_lossy(&shown.lock().expect("shown")).into_owned();
    for prompt in ["Password of the owner: ", "The same password again: "] {
        eventually("the password is asked for", async || {
            text().contains(prompt) && !echoes(&terminal)
        })
        .await;
        writeln!(input, "{SECRET}").expect("the terminal reads");
    }
    reading.await.expect("a task");
    let ended = child.wait().expect("it ends");
    assert!(ended.success() && !text().contains(SECRET), "{}", text());
    assert!(text().contains("the agent is created"), "{}", text());
    log_in(&app).await;
}
