//! A browser with its push service.

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as SigningKey},
};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

const AUTH: [u8; 16] = [7; 16];

type Answer = (u16, Option<(&'static str, &'static str)>);

/// A message as it arrived.
pub struct Received {
    pub headers: HeaderMap,
    body: Bytes,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().expect("ASCII")
    }

    /// The claims of the token, whose signature is checked with the key that browsers subscribe with.
    pub fn claims(&self, public_key: &str) -> Value {
        let parts = self.header("authorization").strip_prefix("vapid t=").expect("a token");
        let (token, key) = parts.split_once(",k=").expect("a key");
        assert_eq!(key, public_key);
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
        SigningKey::new(&ECDSA_P256_SHA256_FIXED, decode(key))
            .verify(signed.as_bytes(), &decode(signature))
            .expect("a valid signature");
        let (header, claims) = signed.split_once('.').expect("claims");
        let header: Value = serde_json::from_slice(&decode(header)).expect("JSON");
        assert_eq!(header, json!({"typ": "JWT", "alg": "ES256"}));
        serde_json::from_slice(&decode(claims)).expect("JSON")
    }
}

#[derive(Clone)]
struct Service {
    received: Arc<Mutex<Vec<Received>>>,
    answers: Arc<Mutex<VecDeque<Answer>>>,
}

/// A browser that decrypts one message, because its key is used once.
pub struct Browser {
    pub endpoint: String,
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    service: Service,
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const LENGTH: usize>(key: &Prk, info: &[&[u8]]) -> [u8; LENGTH] {
    let mut derived = [0; LENGTH];
    let okm = key.expand(info, Length(LENGTH)).expect("short");
    okm.fill(&mut derived).expect("the same length");
    derived
}

impl Browser {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let endpoint = format!("http://{}/push/1", listener.local_addr().expect("an address"));
        let service = Service {
            received: Arc::default(),
            answers: Arc::default(),
        };
        let router = Router::new()
            .route("/push/1", post(receive))
            .with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).expect("a key");
        let public = private.compute_public_key().expect("a key").as_ref().to_vec();
        Self {
            endpoint,
            private,
            public,
            service,
        }
    }

    /// The subscription, as a page sends it.
    pub fn subscription(&self) -> Value {
        json!({
            "endpoint": self.endpoint,
            "keys": {"p256dh": URL_SAFE_NO_PAD.encode(&self.public), "auth": URL_SAFE_NO_PAD.encode(AUTH)},
        })
    }

    /// Plans the answers to the next messages. The others are answered with 201.
    pub fn plan(&self, answer: Answer) {
        self.service.answers.lock().expect("answers").push_back(answer);
    }

    /// The messages since the last time.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut *self.service.received.lock().expect("messages"))
    }

    /// Decrypts a message as RFC 8291 says.
    pub fn decrypt(self, message: &Received) -> Value {
        let (salt, rest) = message.body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!(size, 4096_u32.to_be_bytes());
        assert_eq!(rest[0], 65, "length of the sender's key");
        let (sender, sealed) = rest[1..].split_at(65);
        let own = self.public.clone();
        let plain = agree_ephemeral(self.private, &UnparsedPublicKey::new(&ECDH_P256, sender), |secret| {
            let shared = Salt::new(HKDF_SHA256, &AUTH).extract(secret);
            let input: [u8; 32] = derive(&shared, &[b"WebPush: info\0", &own, sender]);
            let content = Salt::new(HKDF_SHA256, salt).extract(&input);
            let key: [u8; 16] = derive(&content, &[b"Content-Encoding: aes128gcm\0"]);
            let nonce: [u8; 12] = derive(&content, &[b"Content-Encoding: nonce\0"]);
            let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("a key"));
            let mut text = sealed.to_vec();
            let nonce = Nonce::assume_unique_for_key(nonce);
            let plain = key.open_in_place(nonce, Aad::empty(), &mut text).expect("decrypted");
            plain.to_vec()
        })
        .expect("agreed");
        let (last, text) = plain.split_last().expect("an end mark");
        assert_eq!(*last, 2, "the last record");
        serde_json::from_slice(text).expect("JSON")
    }
}

async fn receive(State(service): State<Service>, headers: HeaderMap, body: Bytes) -> Response {
    service
        .received
        .lock()
        .expect("messages")
        .push(Received { headers, body });
    let (status, header) = service
        .answers
        .lock()
        .expect("answers")
        .pop_front()
        .unwrap_or((201, None));
    let mut response = StatusCode::from_u16(status).expect("a status").into_response();
    if let Some((name, value)) = header {
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}
