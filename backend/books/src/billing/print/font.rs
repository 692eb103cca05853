//! The fonts of printed documents: the glyphs of a text, each from the first font that has its letter.

#![expect(clippy::float_arithmetic, reason = "positions on paper, not money")]

use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Face, UnicodeBuffer};
use std::{collections::BTreeSet, ops::Range};

/// An embedded font is damaged; only a build can cause this.
#[derive(Debug, thiserror::Error)]
#[error("an embedded font can't be read")]
pub(in crate::billing) struct FontError;

macro_rules! font_file {
    ($name:literal) => {
        include_bytes!(concat!("fonts/", $name, ".ttf")).as_slice()
    };
}

/// Bold letters; the other fonts stand in for scripts that it lacks.
const BOLD: &[u8] = font_file!("NotoSans-Bold");
/// By precedence: Latin, Greek, Cyrillic and signs of money; five more scripts; Chinese, Japanese and Korean. The licences are in
/// `fonts/LICENSES.txt`.
const REGULAR: [&[u8]; 7] = [
    font_file!("NotoSans-Regular"),
    font_file!("NotoSansArmenian-Regular"),
    font_file!("NotoSansGeorgian-Regular"),
    font_file!("NotoSansHebrew-Regular"),
    font_file!("NotoSansArabic-Regular"),
    font_file!("NotoSansThai-Regular"),
    font_file!("DroidSansFallback"),
];

/// The weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

struct DocumentFont {
    face: Face<'static>,
    font: Font,
}

impl DocumentFont {
    fn load(file: &'static [u8]) -> Result<Self, FontError> {
        Ok(Self {
            face: Face::from_slice(file, 0).ok_or(FontError)?,
            font: Font::new(file.into(), 0).ok_or(FontError)?,
        })
    }

    fn has(&self, letter: char) -> bool {
        self.face.glyph_index(letter).is_some()
    }
}

/// The fonts of a document.
pub(super) struct Fonts {
    bold: DocumentFont,
    regular: Vec<DocumentFont>,
}

/// A part of a text in one font.
pub(super) struct Run {
    pub(super) font: Font,
    pub(super) text: String,
    pub(super) glyphs: Vec<KrillaGlyph>,
    /// Width as a multiple of the font size.
    pub(super) width: f32,
}

impl Fonts {
    pub(super) fn load() -> Result<Self, FontError> {
        Ok(Self {
            bold: DocumentFont::load(BOLD)?,
            regular: REGULAR.into_iter().map(DocumentFont::load).collect::<Result<_, _>>()?,
        })
    }

    fn by_precedence(&self, weight: Weight) -> impl Iterator<Item = &DocumentFont> {
        let bold = (weight == Weight::Bold).then_some(&self.bold);
        bold.into_iter().chain(&self.regular)
    }

    /// The parts of a text, from left to right. A letter that no font has becomes the replacement character.
    pub(super) fn runs(&self, text: &str, weight: Weight) -> Vec<Run> {
        let mut parts: Vec<(&DocumentFont, String)> = Vec::new();
        for letter in text.chars() {
            let is_known = self.by_precedence(weight).any(|font| font.has(letter));
            let letter = if is_known { letter } else { '\u{fffd}' };
            let Some(font) = self.by_precedence(weight).find(|font| font.has(letter)) else {
                continue;
            };
            match parts.last_mut() {
                // Spaces stay with the words before them, so that words of one script keep their order.
                Some((last, part)) if std::ptr::eq(*last, font) || letter == ' ' && last.has(letter) => {
                    part.push(letter);
                }
                _ => parts.push((font, letter.into())),
            }
        }
        parts.into_iter().map(|(font, text)| shape(font, text)).collect()
    }

    /// The width of a text in points.
    pub(super) fn text_width(&self, text: &str, weight: Weight, size: f32) -> f32 {
        self.runs(text, weight).iter().map(|run| run.width).sum::<f32>() * size
    }
}

/// The glyphs of a text in one font, in the order of its script.
fn shape(font: &DocumentFont, text: String) -> Run {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(&text);
    buffer.guess_segment_properties();
    let shaped = rustybuzz::shape(&font.face, &[], buffer);
    let starts: BTreeSet<usize> = shaped
        .glyph_infos()
        .iter()
        .map(|glyph| glyph.cluster as usize)
        .collect();
    let letters_from = |start: usize| -> Range<usize> {
        let end = starts.range(start + 1..).next().copied().unwrap_or(text.len());
        start..end
    };
    let em = font.font.units_per_em();
    let glyphs: Vec<KrillaGlyph> = shaped
        .glyph_infos()
        .iter()
        .zip(shaped.glyph_positions())
        .map(|(glyph, position)| {
            let [advance, x, y, down] = [
                position.x_advance,
                position.x_offset,
                position.y_offset,
                position.y_advance,
            ]
            .map(|units| ems(units, em));
            KrillaGlyph::new(
                GlyphId::new(glyph.glyph_id),
                advance,
                x,
                y,
                down,
                letters_from(glyph.cluster as usize),
                None,
            )
        })
        .collect();
    let width = shaped
        .glyph_positions()
        .iter()
        .map(|position| ems(position.x_advance, em))
        .sum();
    Run {
        font: font.font.clone(),
        text,
        glyphs,
        width,
    }
}

/// Units of a font as a part of its size.
#[expect(clippy::cast_precision_loss, reason = "a few thousand units")]
fn ems(units: i32, em: f32) -> f32 {
    units as f32 / em
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The glyph of an absent letter is the first one of a font.
    fn missing(fonts: &Fonts, text: &str, weight: Weight) -> usize {
        let runs = fonts.runs(text, weight);
        runs.iter()
            .flat_map(|run| &run.glyphs)
            .filter(|glyph| glyph.glyph_id.to_u32() == 0)
            .count()
    }

    #[test]
    fn letters_of_names_are_in_a_font() {
        let fonts = Fonts::load().expect("fonts");
        for weight in [Weight::Regular, Weight::Bold] {
            for text in [
                "Ёж №«»—–%0123456789\u{a0}/,.:()",
                "Қазақ өңдеу ұлттық",
                "₽ ₸ ₾ ₼ ₴ € ¥ ￥",
                "შპს ბათუმი · ՍՊԸ Երևան",
                "义乌市宇宙物流有限公司（喆珺）· 한국 물류 · カナ",
                "شركة الشحن · חברה · ไทย",
                "Trần Thị Ngọc Ễ",
            ] {
                assert_eq!(missing(&fonts, text, weight), 0, "{text}");
                let shown: String = fonts.runs(text, weight).into_iter().map(|run| run.text).collect();
                assert_eq!(shown, text);
            }
        }
    }

    #[test]
    fn unknown_letter_is_replaced() {
        let fonts = Fonts::load().expect("fonts");
        let shown: String = fonts
            .runs("a\u{1f69a}b", Weight::Regular)
            .into_iter()
            .map(|run| run.text)
            .collect();
        assert_eq!(shown, "a\u{fffd}b");
        assert_eq!(missing(&fonts, &shown, Weight::Regular), 0);
    }
}
