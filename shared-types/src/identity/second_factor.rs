//! Whether a login has proved enough: the password and the phone, where both are asked for.

use super::NextStep;

/// What a login has proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proofs {
    /// The person has a password at all.
    pub has_password: bool,
    /// It was given.
    pub password: bool,
    /// The phone was proved, by a code or a bot.
    pub phone: bool,
}

/// What is still to be proved; nothing where one factor is enough, or both were given.
pub const fn second_factor(required_by_agent: bool, own_choice: bool, proofs: Proofs) -> Option<NextStep> {
    if !required_by_agent && !own_choice {
        return None;
    }
    match (proofs.password, proofs.phone) {
        (true, true) => None,
        (true, false) => Some(NextStep::Code),
        (false, _) if proofs.has_password => Some(NextStep::Password),
        // Who has no password yet sets one, by a code.
        (false, _) => Some(NextStep::SetPassword),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_asked_for_where_either_side_wants_it() {
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
                assert_eq!(second_factor(required, own, proofs), next);
                assert_eq!(second_factor(false, false, proofs), None);
            }
        }
        let without = Proofs {
            has_password: false,
            password: false,
            phone: true,
        };
        assert_eq!(second_factor(true, false, without), Some(NextStep::SetPassword));
    }
}
