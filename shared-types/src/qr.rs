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

/// The dark modules of a QR code, as runs in its rows.
#[cfg(feature = "qr")]
pub struct DarkRuns {
    /// Width and height in modules, including the quiet zone.
    pub size: u32,
    /// Column, row and length of each run.
    pub runs: Vec<(u32, u32, u32)>,
}

/// Encodes a text as a QR code. Returns `None` if the text is too long.
#[cfg(feature = "qr")]
pub fn dark_runs(text: &str) -> Option<DarkRuns> {
    use qrcodegen::{QrCode as Encoder, QrCodeEcc};

    let code = Encoder::encode_text(text, QrCodeEcc::Medium).ok()?;
    let (side, border) = (code.size(), i32::try_from(BORDER).ok()?);
    let mut runs = Vec::new();
    for row in 0..side {
        let mut column = 0;
        while column < side {
            let length = (column..side).take_while(|at| code.get_module(*at, row)).count();
            let run = [column + border, row + border].map(u32::try_from);
            if let ([Ok(x), Ok(y)], Ok(length @ 1..)) = (run, u32::try_from(length)) {
                runs.push((x, y, length));
            }
            column += i32::try_from(length.max(1)).ok()?;
        }
    }
    Some(DarkRuns {
        size: u32::try_from(side + 2 * border).ok()?,
        runs,
    })
}

/// Renders a text as a QR code. Returns `None` if the text is too long.
#[cfg(feature = "qr")]
pub fn encode(text: &str) -> Option<QrCode> {
    use std::fmt::Write as _;

    let DarkRuns { size, runs } = dark_runs(text)?;
    let mut path = String::new();
    for (x, y, length) in runs {
        let _ = write!(path, "M{x} {y}h{length}v1h-{length}z");
    }
    Some(QrCode { size, path })
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
