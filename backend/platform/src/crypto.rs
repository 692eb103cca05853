//! The cryptography behind TLS and access tokens: ring for TLS, `hmac` and `sha2` for HS256.

use super::rng;
use hmac::{Hmac, Mac};
use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey,
    crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils},
    errors::{ErrorKind, Result},
    signature::{Error, Signer, Verifier},
};
use sha2::Sha256;

/// Installs the providers for the process. Later calls have no effect.
///
/// Neither `rustls` nor `jsonwebtoken` has a default provider here, because their features would compile a second library.
pub(crate) fn install() {
    static HS256: CryptoProvider = CryptoProvider {
        signer_factory: signer,
        verifier_factory: verifier,
        key_utils: KeyUtils::new_unimplemented(),
    };
    // An error says that a provider is installed already.
    let _ = HS256.install_default();
    let _ = rustls::crypto::ring::default_provider().install_default();
}

struct Hs256(Hmac<Sha256>);

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is that of the provider")]
fn signer(algorithm: &Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    Ok(Box::new(hs256(*algorithm, key.as_bytes())?))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is that of the provider")]
fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    Ok(Box::new(hs256(*algorithm, key.try_get_as_bytes()?)?))
}

fn hs256(algorithm: Algorithm, key: &[u8]) -> Result<Hs256> {
    match algorithm {
        Algorithm::HS256 => Ok(Hs256(rng::hmac_sha256(key))),
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    }
}

impl Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.0.clone().chain_update(message).finalize().into_bytes().to_vec())
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        let mac = self.0.clone().chain_update(message);
        mac.verify_slice(signature).map_err(Error::from_source)
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}
