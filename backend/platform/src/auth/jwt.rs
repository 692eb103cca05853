//! Access tokens: HS256, valid for fifteen minutes, one audience per guard.

use crate::crypto;
use chrono::{DateTime, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use shared_types::{
    access::Guard,
    id::{AccessGroupId, SessionId, UserId},
    identity::limits::ACCESS_MINUTES,
    problem::ProblemCode,
};

/// The claims of an access token. Rights are never part of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    /// The user's id, as text because the standard requires it.
    pub sub: String,
    /// The guard.
    pub aud: String,
    /// The session, so that the token can be revoked.
    pub sid: SessionId,
    /// `staff_id` or `member_id`, by guard.
    pub mid: i64,
    /// The expiry, in seconds since 1970.
    pub exp: i64,
    /// The access group of a preview. Such a token only reads, and allows no more than the group does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<AccessGroupId>,
}

/// The signing keys.
pub struct Keys {
    encoding: EncodingKey,
    decoding: DecodingKey,
}

impl Keys {
    /// Creates the keys from the configured secret.
    pub fn new(secret: &str) -> Self {
        crypto::install();
        Self {
            encoding: EncodingKey::from_secret(secret.as_bytes()),
            decoding: DecodingKey::from_secret(secret.as_bytes()),
        }
    }

    /// Signs a token for a membership.
    pub fn sign(
        &self,
        user: UserId,
        guard: Guard,
        session: SessionId,
        membership: i64,
        now: DateTime<Utc>,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        self.encode(user, guard, session, membership, now, None)
    }

    /// Signs a token for a preview of the cabinet with the rights of an access group.
    pub fn sign_preview(
        &self,
        user: UserId,
        guard: Guard,
        session: SessionId,
        membership: i64,
        group: AccessGroupId,
        now: DateTime<Utc>,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        self.encode(user, guard, session, membership, now, Some(group))
    }

    fn encode(
        &self,
        user: UserId,
        guard: Guard,
        session: SessionId,
        membership: i64,
        now: DateTime<Utc>,
        preview: Option<AccessGroupId>,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        let exp = now.timestamp() + ACCESS_MINUTES * 60;
        let claims = Claims {
            sub: user.to_string(),
            aud: guard.as_str().to_owned(),
            sid: session,
            mid: membership,
            exp,
            preview,
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
    }

    /// Verifies a token of either guard.
    pub fn verify(&self, token: &str, now: DateTime<Utc>) -> Result<(Claims, Guard), ProblemCode> {
        let (claims, guard) = self.verify_signature(token)?;
        if claims.exp <= now.timestamp() {
            Err(ProblemCode::CredentialExpired)
        } else {
            Ok((claims, guard))
        }
    }

    /// Verifies that a token of either guard was signed here, whether or not it has expired.
    pub fn verify_signature(&self, token: &str) -> Result<(Claims, Guard), ProblemCode> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_audience(&[Guard::Agent.as_str(), Guard::Client.as_str()]);
        validation.set_required_spec_claims(&["exp", "aud", "sub"]);
        // `verify` checks the expiry, against the server's clock.
        validation.validate_exp = false;
        let claims = jsonwebtoken::decode::<Claims>(token, &self.decoding, &validation)
            .map_err(|_| ProblemCode::CredentialInvalid)?
            .claims;
        let guard = Guard::from_name(&claims.aud).ok_or(ProblemCode::CredentialInvalid)?;
        Ok((claims, guard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;

    const SECRET: &str = "a-secret-of-at-least-thirty-two-bytes";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).expect("a valid time")
    }

    #[test]
    fn token_expires_after_its_minutes() {
        let keys = Keys::new(SECRET);
        let token = keys
            .sign(UserId(1), Guard::Agent, SessionId(2), 3, at(0))
            .expect("signs");
        assert_eq!(
            keys.verify(&token, at(ACCESS_MINUTES * 60 - 1)).map(|(_, guard)| guard),
            Ok(Guard::Agent)
        );
        assert_eq!(
            keys.verify(&token, at(0) + Duration::minutes(ACCESS_MINUTES)).err(),
            Some(ProblemCode::CredentialExpired)
        );
    }

    #[test]
    fn forged_tokens_are_refused() {
        let keys = Keys::new(SECRET);
        let foreign = Keys::new("another-secret-of-thirty-two-bytes!!")
            .sign(UserId(1), Guard::Agent, SessionId(2), 3, at(0))
            .expect("signs");
        // {"alg":"none","typ":"JWT"}
        let unsigned = format!(
            "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{}.",
            foreign.split('.').nth(1).unwrap_or_default()
        );
        for token in [foreign.as_str(), unsigned.as_str(), "", "a.b.c"] {
            assert_eq!(
                keys.verify(token, at(0)).err(),
                Some(ProblemCode::CredentialInvalid),
                "{token}"
            );
        }
    }
}
