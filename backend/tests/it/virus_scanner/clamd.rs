//! The real `clamd` with one signature, for EICAR. Where it is not installed the tests pass without it.

use super::{EICAR, stored_chat_files};
use crate::{
    orders::submitted_order,
    services::{order_service, send_bytes, upload_file, uploads::minimal_video},
    support::{App, Program, eventually, installed_program, on_both},
};
use platform::config::ScannerAddress;
use std::{fs, process::Stdio};
use tempfile::TempDir;

struct Clamd {
    folder: TempDir,
    _program: Program,
}

impl Clamd {
    async fn start() -> Option<Self> {
        let mut command = installed_program("clamd")?;
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let database = at("database");
        fs::create_dir(&database).expect("a folder");
        // Name, any kind of file, any offset, content.
        let signature = format!("Eicar-Test-Signature:0:*:{}\n", hex::encode(EICAR));
        fs::write(database.join("eicar.ndb"), signature).expect("is written");
        let configuration = format!(
            "LocalSocket {}\nDatabaseDirectory {}\nTemporaryDirectory {}\nStreamMaxLength 300M\nForeground yes\n",
            at("socket").display(),
            database.display(),
            folder.path().display(),
        );
        fs::write(at("clamd.conf"), configuration).expect("is written");
        command
            .arg("--config-file")
            .arg(at("clamd.conf"))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let program = Program::spawn(&mut command);
        let socket = at("socket");
        eventually("the scanner listens", async || socket.exists()).await;
        Some(Self {
            folder,
            _program: program,
        })
    }

    fn app(&self, app: &App) -> App {
        let socket = self.folder.path().join("socket");
        app.with_config(|config| config.virus_scanner = Some(ScannerAddress::Socket(socket)))
    }
}

#[apply(on_both)]
async fn real_scanner_finds_the_test_file(app: App) {
    let Some(clamd) = Clamd::start().await else {
        return;
    };
    let app = clamd.app(&app);
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let path = format!("/client/orders/{order}/chat/files?name=invoice.pdf");

    send_bytes(&client, "POST", &path, 0, b"%PDF-1.7 ...").await.expect(201);
    let infected = [b"%PDF-1.7 ", EICAR].concat();
    let problem = send_bytes(&client, "POST", &path, 0, &infected).await;
    let problem = problem.expect_problem(422, "file_infected");
    let detail = problem["detail"].as_str().expect("a detail");
    assert!(detail.contains("Eicar-Test-Signature"), "{detail}");
    assert_eq!(stored_chat_files(&app).await, 1);

    // A video is streamed from the storage, in many pieces.
    let (_, service) = order_service(&owner, order, "video").await;
    let begin = format!("/agent/item-services/{service}/uploads");
    let mut video = minimal_video();
    upload_file(&owner, &begin, "/agent/uploads", "video", &video)
        .await
        .expect(200);
    let end = video.len() - EICAR.len();
    video[end..].copy_from_slice(EICAR);
    let refused = upload_file(&owner, &begin, "/agent/uploads", "video", &video).await;
    refused.expect_problem(422, "file_infected");
}
