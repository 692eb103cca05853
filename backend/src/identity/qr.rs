//! A text as squares for a phone's camera.

use qrcode::{Color, EcLevel, QrCode as Squares};
use shared_types::identity::QrCode;
use std::fmt::Write as _;

/// Squares of quiet border on each side: what the standard asks for.
const BORDER: usize = 4;

/// The picture of a text; none for one that is too long.
pub(super) fn picture(text: &str) -> Option<QrCode> {
    let code = Squares::with_error_correction_level(text, EcLevel::M).ok()?;
    let side = code.width();
    let mut path = String::new();
    for (row, colors) in code.to_colors().chunks(side).enumerate() {
        let mut column = 0;
        while column < side {
            let dark = |at: &usize| colors.get(*at) == Some(&Color::Dark);
            let run = (column..side).take_while(dark).count();
            if run > 0 {
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", column + BORDER, row + BORDER);
            }
            column += run.max(1);
        }
    }
    Some(QrCode {
        size: u32::try_from(side + 2 * BORDER).ok()?,
        path,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_small_picture() {
        let token = "a".repeat(43);
        let picture = picture(&format!("https://t.me/karavan_demo_bot?start={token}")).expect("it fits");
        assert_eq!(picture.size, 45);
        assert!(picture.path.starts_with("M4 4h7v1h-7z"), "{}", &picture.path[..40]);
        assert!(picture.path.len() < 12_000);
    }
}
