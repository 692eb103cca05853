//! QR codes as SVG paths. The server renders links, the browser renders labels, both with this module.

/// Width of the quiet zone on each side, in modules, as required by the standard.
pub const BORDER: u32 = 4;

/// A QR code as an SVG path.
#[apply(response)]
pub struct QrCode {
    /// Width and height in modules, including the quiet zone.
    pub size: u32,
    /// SVG path of the dark modules, in a view box of `size` × `size`.
    pub path: String,
}

/// Renders a text as a QR code. Returns `None` if the text is too long.
#[cfg(feature = "qr")]
pub fn encode(text: &str) -> Option<QrCode> {
    use qrcodegen::{QrCode as Encoder, QrCodeEcc};
    use std::fmt::Write as _;

    let code = Encoder::encode_text(text, QrCodeEcc::Medium).ok()?;
    let (side, border) = (code.size(), i32::try_from(BORDER).ok()?);
    let mut path = String::new();
    for row in 0..side {
        let mut column = 0;
        while column < side {
            let run = (column..side).take_while(|at| code.get_module(*at, row)).count();
            if run > 0 {
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", column + border, row + border);
            }
            column += i32::try_from(run.max(1)).ok()?;
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
    fn link_fits_into_a_small_code() {
        let token = "a".repeat(43);
        let picture = encode(&format!("https://t.me/karavan_demo_bot?start={token}")).expect("it fits");
        assert_eq!(picture.size, 45);
        assert!(picture.path.starts_with("M4 4h7v1h-7z"), "{}", &picture.path[..40]);
        assert!(picture.path.len() < 12_000);
    }

    #[test]
    fn too_long_text_is_rejected() {
        assert_eq!(encode(&"a".repeat(5_000)), None);
    }
}
