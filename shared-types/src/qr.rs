//! A text as squares for a phone's camera: drawn by the server for links, by the browser for labels, in one way.

use serde::{Deserialize, Serialize};

/// Squares of quiet border on each side: what the standard asks for.
pub const BORDER: u32 = 4;

/// A picture of squares that a phone's camera reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QrCode {
    /// Squares on a side, the quiet border included.
    pub size: u32,
    /// The dark squares as the path of an SVG picture of that size.
    pub path: String,
}

/// The picture of a text; none for one that is too long.
#[cfg(feature = "qr")]
pub fn picture(text: &str) -> Option<QrCode> {
    use qrcode::{Color, EcLevel, QrCode as Squares};
    use std::fmt::Write as _;

    let code = Squares::with_error_correction_level(text, EcLevel::M).ok()?;
    let (side, border) = (code.width(), BORDER as usize);
    let mut path = String::new();
    for (row, colors) in code.to_colors().chunks(side).enumerate() {
        let mut column = 0;
        while column < side {
            let dark = |at: &usize| colors.get(*at) == Some(&Color::Dark);
            let run = (column..side).take_while(dark).count();
            if run > 0 {
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", column + border, row + border);
            }
            column += run.max(1);
        }
    }
    Some(QrCode {
        size: u32::try_from(side + 2 * border).ok()?,
        path,
    })
}

#[cfg(all(test, feature = "qr"))]
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

    #[test]
    fn what_is_too_long_has_no_picture() {
        assert_eq!(picture(&"a".repeat(5_000)), None);
    }
}
