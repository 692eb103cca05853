//! Tests of passkeys: keys of each algorithm, and answers that differ in one place.

use super::*;
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair},
};

const CHALLENGE: &str = "Y2hhbGxlbmdl";
const HOST: &str = "karavan.example";
const ORIGIN: &str = "https://karavan.example";
/// An RSA key, and its signature of the result of [`signed`] for the counter 7. Made by OpenSSL.
const RSA_KEY: &str = concat!(
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAjjs_TFFvHEMgGxeaO_8cVyTJQT1J_-nPa_N39ADJTdRGCB0zyAVmZ47CeFFpYLPzWpAahIZbtK",
    "LP8LiKDXyb8FrXmh-TMmkdhtSIspgXYUfui4hsn69YwTOBq8nFUyP6cC0vc357KZEZKKkSPJTn3K44lPUrwMcRyX-SzXzxKUwrCNUw7KyM4t-vZGyW-O8h",
    "IuucXszhnW7Qstq54zihnm70Sp--wFvy1rOkcGOiN3CTydoRdbT-wp2LWsSvFbXa9YdWO-GD6z_L40yajQUNCya8ymUsBUUMov8COkmSu5n9k3zKBKqJPu",
    "miUdGZuB7UOxjsfRrI6mcqX3pc3FZJzQIDAQAB",
);
const RSA_SIGNATURE: &str = concat!(
    "cVBS0BURFGm8lJY7T-Qc8b7CzizIzQsvDnb1Mxr1b4dusFSuM72zzSHi_-ijka_FrJqjZiHGA8WbWl9vDMJbAht1BIcMFqpL6cYhP_IkoeMWStjiMk1Fp9",
    "X4LKwiJRS9PZ-rhWB44FUL8dUxv7EPRMinJ9DiaXYml090Ij9o0kmVnLYW8qeS-XSyjqI0Rdauy6Ne-fmkUqTXiJg66Zobx1x50lWQMluEnvY85IY9dS82",
    "q14HF0r5FvXs51ocrcdQigc_eaOTUiLsKI9U66fhl-1EyrwcRaJ0qbPQ6F9FWqGJ6y_NKO-gB-gJlDOidN7DfhiPvOZp0kLaU6-4XYa8Sw",
);

fn expectation() -> Expectation<'static> {
    Expectation {
        challenge: CHALLENGE,
        rp_id: HOST,
        is_origin: &|origin| origin == ORIGIN,
    }
}

fn client_data(kind: &str, challenge: &str, origin: &str) -> String {
    format!(r#"{{"type":"{kind}","challenge":"{challenge}","origin":"{origin}"}}"#)
}

fn authenticator_data(host: &str, flags: u8, sign_count: u32) -> Vec<u8> {
    let host = digest(&SHA256, host.as_bytes());
    [host.as_ref(), &[flags], &sign_count.to_be_bytes()].concat()
}

/// The parts of an answer, before they are signed.
struct Answer {
    client_data: String,
    data: Vec<u8>,
}

impl Answer {
    fn new(sign_count: u32) -> Self {
        Self {
            client_data: client_data("webauthn.get", CHALLENGE, ORIGIN),
            data: authenticator_data(HOST, 0x05, sign_count),
        }
    }

    fn signed(&self) -> Vec<u8> {
        [&self.data, digest(&SHA256, self.client_data.as_bytes()).as_ref()].concat()
    }

    fn verify(&self, key: &str, signature: &str, sign_count: u32) -> Result<u32, PasskeyRejected> {
        let assertion = PasskeyAssertion {
            id: encode(b"id"),
            client_data: encode(self.client_data.as_bytes()),
            authenticator_data: encode(&self.data),
            signature: signature.to_owned(),
        };
        verify_assertion(&assertion, key, sign_count, expectation())
    }
}

fn p256_key() -> (EcdsaKeyPair, String) {
    let random = SystemRandom::new();
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).expect("a key");
    let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, document.as_ref(), &random).expect("the key");
    let info = encode(&[&P256_HEADER[..], pair.public_key().as_ref()].concat());
    (pair, info)
}

fn sign(pair: &EcdsaKeyPair, answer: &Answer) -> String {
    encode(
        pair.sign(&SystemRandom::new(), &answer.signed())
            .expect("a signature")
            .as_ref(),
    )
}

#[test]
fn keys_of_each_algorithm_are_verified() {
    let answer = Answer::new(7);
    assert_eq!(answer.verify(RSA_KEY, RSA_SIGNATURE, 6), Ok(7));

    let (pair, info) = p256_key();
    let signature = sign(&pair, &answer);
    assert_eq!(answer.verify(&info, &signature, 6), Ok(7));

    let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
    let pair = Ed25519KeyPair::from_pkcs8(document.as_ref()).expect("the key");
    let info = encode(&[&ED25519_HEADER[..], pair.public_key().as_ref()].concat());
    let own = encode(pair.sign(&answer.signed()).as_ref());
    assert_eq!(answer.verify(&info, &own, 6), Ok(7));
    // A signature of another key.
    assert_eq!(answer.verify(&info, &signature, 6), Err(PasskeyRejected));
    assert_eq!(answer.verify(RSA_KEY, &own, 6), Err(PasskeyRejected));
}

#[test]
fn answers_that_differ_in_one_place_are_rejected() {
    let (pair, info) = p256_key();
    let verify = |change: fn(&mut Answer)| {
        let mut answer = Answer::new(7);
        change(&mut answer);
        let signature = sign(&pair, &answer);
        answer.verify(&info, &signature, 6)
    };
    assert_eq!(verify(|_| ()), Ok(7));
    let changes: [fn(&mut Answer); 8] = [
        |answer| answer.client_data = client_data("webauthn.create", CHALLENGE, ORIGIN),
        |answer| answer.client_data = client_data("webauthn.get", "b3RoZXI", ORIGIN),
        |answer| answer.client_data = client_data("webauthn.get", CHALLENGE, "https://karavan.example.evil.example"),
        |answer| {
            let own = client_data("webauthn.get", CHALLENGE, ORIGIN);
            answer.client_data = own.replace('}', r#","crossOrigin":true}"#);
        },
        |answer| "not json".clone_into(&mut answer.client_data),
        |answer| answer.data = authenticator_data("evil.example", 0x05, 7),
        // The authenticator was not touched.
        |answer| answer.data = authenticator_data(HOST, 0x04, 7),
        |answer| answer.data.truncate(36),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        assert_eq!(verify(change), Err(PasskeyRejected), "change {index}");
    }
}

#[test]
fn counter_of_a_copy_is_rejected() {
    let (pair, info) = p256_key();
    for (stored, new, is_accepted) in [
        (0, 0, true),
        (0, 1, true),
        (6, 7, true),
        (7, 7, false),
        (8, 7, false),
        (7, 0, false),
    ] {
        let answer = Answer::new(new);
        let result = answer.verify(&info, &sign(&pair, &answer), stored);
        assert_eq!(result.is_ok(), is_accepted, "{stored} {new}");
    }
}

#[test]
fn created_passkey_has_the_id_of_its_authenticator() {
    let (_, info) = p256_key();
    let creation = |data: Vec<u8>, public_key: &str| NewPasskey {
        client_data: encode(client_data("webauthn.create", CHALLENGE, ORIGIN).as_bytes()),
        authenticator_data: encode(&data),
        public_key: public_key.to_owned(),
        ..NewPasskey::default()
    };
    let data = |length: u16, id: &[u8]| {
        [
            &authenticator_data(HOST, 0x45, 3)[..],
            &[0; 16],
            &length.to_be_bytes(),
            id,
        ]
        .concat()
    };
    let created = verify_creation(&creation(data(4, b"id-1 and the key"), &info), expectation());
    assert_eq!(
        created,
        Ok(CreatedPasskey {
            credential_id: encode(b"id-1"),
            sign_count: 3
        })
    );
    for refused in [
        creation(data(400, b"short"), &info),
        creation(data(1024, &[1; 1024]), &info),
        creation(authenticator_data(HOST, 0x05, 3), &info),
        creation(data(4, b"id-1"), "bm90IGEga2V5"),
    ] {
        assert_eq!(verify_creation(&refused, expectation()), Err(PasskeyRejected));
    }
}
