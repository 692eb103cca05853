//! The virus scanner: files that are stored as they were sent are checked by `clamd`, a stub with the wire format of `INSTREAM`.

mod clamd;

use crate::{
    media::encode_image,
    orders::submitted_order,
    services::{order_service, send_bytes, upload_file, uploads::minimal_video},
    support::{App, on_both},
};
use futures::TryStreamExt;
use image::ImageFormat;
use platform::config::ScannerAddress;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The test file of EICAR, which every scanner reports.
const EICAR: &[u8] = br"X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";

#[derive(Clone)]
struct Scanner {
    address: String,
    state: Arc<Mutex<ScannerState>>,
}

#[derive(Default)]
struct ScannerState {
    /// The sizes of the scanned contents.
    sizes: Vec<usize>,
    /// The answer instead of a verdict.
    failure: Option<&'static [u8]>,
}

impl Scanner {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let scanner = Self {
            address: listener.local_addr().expect("an address").to_string(),
            state: Arc::default(),
        };
        let stub = scanner.clone();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                stub.answer(connection).await.expect("a whole request");
            }
        });
        scanner
    }

    /// Reads one request: the command, pieces with their lengths, and a piece of length 0.
    async fn answer(&self, mut connection: TcpStream) -> std::io::Result<()> {
        let mut command = [0; 10];
        connection.read_exact(&mut command).await?;
        assert_eq!(&command, b"zINSTREAM\0");
        let mut content = Vec::new();
        loop {
            let length = usize::try_from(connection.read_u32().await?).expect("a length");
            if length == 0 {
                break;
            }
            let start = content.len();
            content.resize(start + length, 0);
            connection.read_exact(&mut content[start..]).await?;
        }
        let is_infected = content.windows(EICAR.len()).any(|part| part == EICAR);
        let verdict: &[u8] = if is_infected {
            b"stream: Win.Test.EICAR_HDB-1 FOUND\0"
        } else {
            b"stream: OK\0"
        };
        let failure = {
            let mut state = self.state.lock().expect("the state");
            state.sizes.push(content.len());
            state.failure
        };
        connection.write_all(failure.unwrap_or(verdict)).await
    }

    fn fail(&self, answer: Option<&'static [u8]>) {
        self.state.lock().expect("the state").failure = answer;
    }

    fn take_sizes(&self) -> Vec<usize> {
        std::mem::take(&mut self.state.lock().expect("the state").sizes)
    }

    /// The service with this scanner.
    fn app(&self, app: &App) -> App {
        app.with_config(|config| config.virus_scanner = Some(ScannerAddress::Tcp(self.address.clone())))
    }
}

async fn stored_chat_files(app: &App) -> usize {
    let listed = app.state.storage.list("chats").await.expect("the storage");
    listed.try_collect::<Vec<_>>().await.expect("files").len()
}

#[apply(on_both)]
async fn infected_document_is_refused_and_not_stored(app: App) {
    let scanner = Scanner::start().await;
    let app = scanner.app(&app);
    let client = app.client().await;
    let order = submitted_order(&client).await;
    let path = format!("/client/orders/{order}/chat/files?name=invoice.pdf");

    let clean = send_bytes(&client, "POST", &path, 0, b"%PDF-1.7 ...").await.expect(201);
    assert_eq!(scanner.take_sizes(), [12]);
    let document = [b"%PDF-1.7 ", EICAR].concat();
    let refused = send_bytes(&client, "POST", &path, 0, &document).await;
    let problem = refused.expect_problem(422, "file_infected");
    let detail = problem["detail"].as_str().expect("a detail");
    assert!(detail.contains("Win.Test.EICAR_HDB-1"), "{detail}");
    assert_eq!(scanner.take_sizes(), [document.len()]);

    assert_eq!(stored_chat_files(&app).await, 1);
    let address = clean["address"].as_str().expect("an address");
    assert_eq!(app.anonymous().get(address).await.bytes.as_ref(), b"%PDF-1.7 ...");

    // A picture is encoded again, so none of its bytes are stored.
    let photo = encode_image(80, 60, ImageFormat::Png);
    send_bytes(&client, "POST", &path, 0, &photo).await.expect(201);
    assert!(scanner.take_sizes().is_empty());
}

#[apply(on_both)]
async fn infected_video_ends_its_upload(app: App) {
    let scanner = Scanner::start().await;
    let app = scanner.app(&app);
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "video").await;
    let begin = format!("/agent/item-services/{service}/uploads");

    let mut video = minimal_video();
    video[1 << 20..][..EICAR.len()].copy_from_slice(EICAR);
    let finished = upload_file(&owner, &begin, "/agent/uploads", "video", &video).await;
    finished.expect_problem(422, "file_infected");
    assert_eq!(scanner.take_sizes(), [video.len()]);

    let clean = upload_file(&owner, &begin, "/agent/uploads", "video", &minimal_video())
        .await
        .expect(200);
    assert_eq!(clean["kind"], "video");
}

#[apply(on_both)]
async fn upload_is_finished_once_the_scanner_answers_again(app: App) {
    app.expect_errors("the virus scanner could not check a file");
    let scanner = Scanner::start().await;
    let app = scanner.app(&app);
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "video").await;
    let begin = format!("/agent/item-services/{service}/uploads");

    // The answer of `clamd` when its limit is lower than the size of the file.
    scanner.fail(Some(b"INSTREAM size limit exceeded. ERROR\0"));
    let video = minimal_video();
    let opened: Value = owner
        .post(&begin, json!({"name": "a.mp4", "bytes": video.len(), "kind": "video"}))
        .await
        .expect(201);
    let upload = format!("/agent/uploads/{}", opened["id"]);
    for (index, chunk) in video.chunks(1 << 20).enumerate() {
        send_bytes(&owner, "PATCH", &upload, index << 20, chunk)
            .await
            .expect(200);
    }
    let finish = format!("{upload}/finish");
    let refused = owner.post(&finish, json!({})).await;
    assert!(refused.headers.contains_key("retry-after"));
    refused.expect_problem(503, "unavailable");

    scanner.fail(None);
    assert_eq!(owner.post(&finish, json!({})).await.expect(200)["kind"], "video");
}

#[apply(on_both)]
async fn nothing_is_stored_unchecked_while_the_scanner_is_down(app: App) {
    app.expect_errors("the virus scanner could not check a file");
    let port = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = port.local_addr().expect("an address").to_string();
    drop(port);
    let app = app.with_config(|config| config.virus_scanner = Some(ScannerAddress::Tcp(address)));
    let client = app.client().await;
    let order = submitted_order(&client).await;
    let path = format!("/client/orders/{order}/chat/files?name=invoice.pdf");
    let refused = send_bytes(&client, "POST", &path, 0, b"%PDF-1.7 ...").await;
    refused.expect_problem(503, "unavailable");
    assert_eq!(stored_chat_files(&app).await, 0);
}
