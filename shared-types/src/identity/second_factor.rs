//! Decides which factor a login still needs.

use super::NextStep;

/// The factors that a login has presented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proofs {
    /// Whether the user has a password.
    pub has_password: bool,
    /// Whether the correct password was entered.
    pub password: bool,
    /// Whether the phone number was confirmed, by a one-time code or a bot.
    pub phone: bool,
}

/// Returns the factor that is still missing. `None` if one factor is enough or both were presented.
pub const fn missing_factor(required_by_agent: bool, own_choice: bool, proofs: Proofs) -> Option<NextStep> {
    if !required_by_agent && !own_choice {
        return None;
    }
    match (proofs.password, proofs.phone) {
        (true, true) => None,
        (true, false) => Some(NextStep::Code),
        (false, _) if proofs.has_password => Some(NextStep::Password),
        // The user has no password yet and sets one with a one-time code.
        (false, _) => Some(NextStep::SetPassword),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_factor_is_required_by_agent_or_user() {
        for (required, own) in [(true, false), (false, true), (true, true)] {
            for (password, phone, next) in [
                (true, true, None),
                (true, false, Some(NextStep::Code)),
                (false, true, Some(NextStep::Password)),
                (false, false, Some(NextStep::Password)),
            ] {
                let proofs = Proofs {
                    has_password: true,
                    password,
                    phone,
                };
                assert_eq!(missing_factor(required, own, proofs), next);
                assert_eq!(missing_factor(false, false, proofs), None);
            }
        }
        let without_password = Proofs {
            has_password: false,
            password: false,
            phone: true,
        };
        assert_eq!(
            missing_factor(true, false, without_password),
            Some(NextStep::SetPassword)
        );
    }
}
