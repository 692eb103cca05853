//! Access tokens: HS256, fifteen minutes, one audience per guard.

use chrono::{DateTime, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use shared_types::{access::Guard, identity::limits::ACCESS_MINUTES, problem::ProblemCode};

/// What an access token says; rights are never inside.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    /// The user's id; the standard wants text here.
    pub sub: String,
    /// The guard.
    pub aud: String,
    /// The session: it can be revoked.
    pub sid: i64,
    /// `staff_id` or `member_id`, by guard.
    pub mid: i64,
    /// When it runs out, in seconds since 1970.
    pub exp: i64,
    /// The permission group that is looked through: such a token reads, and allows no more than the group does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<i64>,
}

/// The signing key.
pub struct Keys {
    encoding: EncodingKey,
    decoding: DecodingKey,
}

impl Keys {
    /// From the configured secret.
    pub fn new(secret: &str) -> Self {
        Self {
            encoding: EncodingKey::from_secret(secret.as_bytes()),
            decoding: DecodingKey::from_secret(secret.as_bytes()),
        }
    }

    /// Signs a token for a membership.
    pub fn sign(
        &self,
        user: i64,
        guard: Guard,
        session: i64,
        membership: i64,
        now: DateTime<Utc>,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        self.encode(user, guard, session, membership, now, None)
    }

    /// Signs a token that looks at the cabinet as a permission group does.
    pub fn sign_look(
        &self,
        user: i64,
        guard: Guard,
        session: i64,
        membership: i64,
        group: i64,
        now: DateTime<Utc>,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        self.encode(user, guard, session, membership, now, Some(group))
    }

    fn encode(
        &self,
        user: i64,
        guard: Guard,
        session: i64,
        membership: i64,
        now: DateTime<Utc>,
        look: Option<i64>,
    ) -> Result<String, jsonwebtoken::errors::Error> {
        let exp = now.timestamp() + ACCESS_MINUTES * 60;
        let claims = Claims {
            sub: user.to_string(),
            aud: guard.as_str().to_owned(),
            sid: session,
            mid: membership,
            exp,
            look,
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
    }

    /// Reads a token of either guard.
    pub fn read(&self, token: &str, now: DateTime<Utc>) -> Result<(Claims, Guard), ProblemCode> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_audience(&[Guard::Agent.as_str(), Guard::Client.as_str()]);
        validation.set_required_spec_claims(&["exp", "aud", "sub"]);
        // The expiry is checked below against our own clock.
        validation.validate_exp = false;
        let claims = jsonwebtoken::decode::<Claims>(token, &self.decoding, &validation)
            .map_err(|_| ProblemCode::CredentialInvalid)?
            .claims;
        let guard = Guard::from_name(&claims.aud).ok_or(ProblemCode::CredentialInvalid)?;
        if claims.exp <= now.timestamp() {
            Err(ProblemCode::CredentialExpired)
        } else {
            Ok((claims, guard))
        }
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
    fn a_token_lives_its_minutes_and_not_a_second_more() {
        let keys = Keys::new(SECRET);
        let token = keys.sign(1, Guard::Agent, 2, 3, at(0)).expect("signs");
        assert_eq!(
            keys.read(&token, at(ACCESS_MINUTES * 60 - 1)).map(|(_, guard)| guard),
            Ok(Guard::Agent)
        );
        assert_eq!(
            keys.read(&token, at(0) + Duration::minutes(ACCESS_MINUTES)).err(),
            Some(ProblemCode::CredentialExpired)
        );
    }

    #[test]
    fn forged_tokens_are_refused() {
        let keys = Keys::new(SECRET);
        let foreign = Keys::new("another-secret-of-thirty-two-bytes!!")
            .sign(1, Guard::Agent, 2, 3, at(0))
            .expect("signs");
        // {"alg":"none","typ":"JWT"}
        let unsigned = format!(
            "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{}.",
            foreign.split('.').nth(1).unwrap_or_default()
        );
        for token in [foreign.as_str(), unsigned.as_str(), "", "a.b.c"] {
            assert_eq!(
                keys.read(token, at(0)).err(),
                Some(ProblemCode::CredentialInvalid),
                "{token}"
            );
        }
    }
}
