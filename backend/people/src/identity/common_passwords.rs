//! The passwords that attackers try first.

/// Passwords of at least eight characters among the 30,000 most common ones of zxcvbn (MIT, Dropbox), and some that are common in
/// Russia and China: one per line, in lower case, sorted by their bytes.
const COMMON_PASSWORDS: &str = include_str!("common_passwords.txt");

/// Whether a password is a common one, also in other cases.
pub(super) fn is_common_password(password: &str) -> bool {
    let password = password.to_lowercase();
    COMMON_PASSWORDS.lines().any(|common| common == password)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::identity::limits::PASSWORD_MIN;

    #[test]
    fn common_passwords_are_recognized() {
        for password in [
            "password",
            "PassWord",
            "12345678",
            "qwertyuiop",
            "1q2w3e4r",
            "ЙЦУКЕНГШЩЗ",
            "woaini1314",
        ] {
            assert!(is_common_password(password), "{password}");
        }
        for password in [
            "",
            "пароль-теста-密码",
            "correct horse battery staple",
            "password-of-my-own",
        ] {
            assert!(!is_common_password(password), "{password}");
        }
    }

    #[test]
    fn list_has_distinct_passwords_of_the_minimum_length() {
        let lines: Vec<&str> = COMMON_PASSWORDS.lines().collect();
        assert!(lines.len() > 10_000 && lines.is_sorted_by(|one, two| one < two));
        for line in lines {
            assert!(
                line.chars().count() >= PASSWORD_MIN && line.to_lowercase() == line,
                "{line}"
            );
        }
    }
}
