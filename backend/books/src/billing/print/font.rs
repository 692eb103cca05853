//! The embedded fonts of printed documents: glyphs and their widths.

#![expect(clippy::float_arithmetic, reason = "positions on paper, not money")]

use ttf_parser::{Face, FaceParsingError};

/// The embedded font is damaged; only a build can cause this.
#[derive(Debug, thiserror::Error)]
#[error("the embedded font: {0}")]
pub(in crate::billing) struct FontError(#[from] FaceParsingError);

/// Latin, Cyrillic and the signs of documents. The licence is in `DejaVu-LICENSE.txt`.
const REGULAR: &[u8] = include_bytes!("DejaVuSans.subset.ttf");
const BOLD: &[u8] = include_bytes!("DejaVuSans-Bold.subset.ttf");

/// The weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// A font with the glyphs that a document uses of it.
pub(super) struct Font {
    pub(super) face: Face<'static>,
    pub(super) file: &'static [u8],
    pub(super) name: &'static str,
}

impl Font {
    pub(super) fn load(weight: Weight) -> Result<Self, FontError> {
        let (file, name) = match weight {
            Weight::Regular => (REGULAR, "DejaVuSans"),
            Weight::Bold => (BOLD, "DejaVuSans-Bold"),
        };
        Ok(Self {
            face: Face::parse(file, 0)?,
            file,
            name,
        })
    }

    /// The glyph of a character; of the replacement character if the font lacks it.
    pub(super) fn glyph(&self, character: char) -> u16 {
        let glyph = self
            .face
            .glyph_index(character)
            .or_else(|| self.face.glyph_index('\u{fffd}'));
        glyph.map_or(0, |glyph| glyph.0)
    }

    /// Thousandths of the font size from units of the font.
    pub(super) fn scale(&self, units: impl Into<f32>) -> f32 {
        units.into() * 1000.0 / f32::from(self.face.units_per_em())
    }

    /// The width of a glyph in thousandths of the font size.
    pub(super) fn width(&self, glyph: u16) -> f32 {
        let advance = self.face.glyph_hor_advance(ttf_parser::GlyphId(glyph));
        self.scale(advance.unwrap_or_default())
    }

    /// The width of a text in points.
    pub(super) fn text_width(&self, text: &str, size: f32) -> f32 {
        text.chars()
            .map(|character| self.width(self.glyph(character)))
            .sum::<f32>()
            * size
            / 1000.0
    }
}
