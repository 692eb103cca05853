//! Decides which factor a login still needs.

use super::NextStep;

/// The factors that a login needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredFactors {
    /// Either the password or a one-time code.
    One,
    /// The password and something that the person has: the messenger or the authenticator app.
    PasswordAndCode,
    /// The password and the authenticator app. A messenger does not replace the app.
    PasswordAndAuthenticator,
}

/// Something that the person has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PossessionFactor {
    /// The phone number, confirmed by a one-time code or a bot.
    Phone,
    /// The authenticator app or a recovery code.
    Authenticator,
}

/// The factors that a login has presented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proofs {
    /// Whether the user has a password.
    pub has_password: bool,
    /// Whether the correct password was entered.
    pub password: bool,
    /// The factor that the person has proved to possess.
    pub possession: Option<PossessionFactor>,
}

/// Returns the factor that is still missing. `None` if the presented ones suffice.
pub const fn missing_factor(required: RequiredFactors, proofs: Proofs) -> Option<NextStep> {
    match (required, proofs.password, proofs.possession) {
        (RequiredFactors::One, ..)
        | (RequiredFactors::PasswordAndCode, true, Some(_))
        | (RequiredFactors::PasswordAndAuthenticator, true, Some(PossessionFactor::Authenticator)) => None,
        (RequiredFactors::PasswordAndCode, true, None) => Some(NextStep::Code),
        (RequiredFactors::PasswordAndAuthenticator, true, _) => Some(NextStep::Authenticator),
        (_, false, _) if proofs.has_password => Some(NextStep::Password),
        // The user has no password yet and sets one with a one-time code.
        (_, false, _) => Some(NextStep::SetPassword),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PHONE: Option<PossessionFactor> = Some(PossessionFactor::Phone);
    const APP: Option<PossessionFactor> = Some(PossessionFactor::Authenticator);

    #[test]
    fn missing_factor_is_named() {
        for (required, password, possession, next) in [
            (RequiredFactors::One, true, None, None),
            (RequiredFactors::One, false, PHONE, None),
            (RequiredFactors::PasswordAndCode, true, PHONE, None),
            (RequiredFactors::PasswordAndCode, true, APP, None),
            (RequiredFactors::PasswordAndCode, true, None, Some(NextStep::Code)),
            (RequiredFactors::PasswordAndCode, false, PHONE, Some(NextStep::Password)),
            (RequiredFactors::PasswordAndCode, false, None, Some(NextStep::Password)),
            (RequiredFactors::PasswordAndAuthenticator, true, APP, None),
            (
                RequiredFactors::PasswordAndAuthenticator,
                true,
                PHONE,
                Some(NextStep::Authenticator),
            ),
            (
                RequiredFactors::PasswordAndAuthenticator,
                true,
                None,
                Some(NextStep::Authenticator),
            ),
            (
                RequiredFactors::PasswordAndAuthenticator,
                false,
                PHONE,
                Some(NextStep::Password),
            ),
        ] {
            let proofs = Proofs {
                has_password: true,
                password,
                possession,
            };
            assert_eq!(missing_factor(required, proofs), next, "{required:?} {proofs:?}");
        }
        let without_password = Proofs {
            has_password: false,
            password: false,
            possession: PHONE,
        };
        assert_eq!(
            missing_factor(RequiredFactors::PasswordAndCode, without_password),
            Some(NextStep::SetPassword)
        );
    }
}
