//! A page of A4 that is filled from the top, and its PDF.

#![expect(clippy::float_arithmetic, reason = "positions on paper, not money")]

use super::font::{Font, FontError, Weight};
use pdf_writer::{
    Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr,
    types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap},
};

/// Points.
const PAGE: (f32, f32) = (595.0, 842.0);
const LEFT: f32 = 50.0;
const WIDTH: f32 = 495.0;
const TEXT: f32 = 10.0;
/// Line height as a multiple of the font size.
const LEADING: f32 = 1.4;
const IDENTITY: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

/// The side of a column that texts are aligned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// A page under construction.
pub(super) struct PdfPage {
    regular: Font,
    bold: Font,
    content: Content,
    /// The distance of the next line from the bottom, in points.
    y: f32,
}

impl PdfPage {
    pub(super) fn new() -> Result<Self, FontError> {
        Ok(Self {
            regular: Font::load(Weight::Regular)?,
            bold: Font::load(Weight::Bold)?,
            content: Content::new(),
            y: PAGE.1 - 60.0,
        })
    }

    const fn font(&self, weight: Weight) -> (&Font, Name<'static>) {
        match weight {
            Weight::Regular => (&self.regular, Name(b"F1")),
            Weight::Bold => (&self.bold, Name(b"F2")),
        }
    }

    pub(super) fn space(&mut self, points: f32) {
        self.y -= points;
    }

    /// Writes a text at a position.
    fn write(&mut self, text: &str, weight: Weight, size: f32, (x, y): (f32, f32)) {
        let (font, name) = self.font(weight);
        let glyphs: Vec<u8> = text
            .chars()
            .flat_map(|character| font.glyph(character).to_be_bytes())
            .collect();
        self.content
            .begin_text()
            .set_font(name, size)
            .next_line(x, y)
            .show(Str(&glyphs))
            .end_text();
    }

    /// Splits a text into lines that fit into a width.
    fn wrap(&self, text: &str, weight: Weight, size: f32, width: f32) -> Vec<String> {
        let (font, _) = self.font(weight);
        let mut lines = Vec::new();
        let mut line = String::new();
        for word in text.split(' ') {
            let longer = if line.is_empty() {
                word.to_owned()
            } else {
                format!("{line} {word}")
            };
            if line.is_empty() || font.text_width(&longer, size) <= width {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        lines.push(line);
        lines
    }

    fn block(&mut self, text: &str, weight: Weight, size: f32) {
        for line in self.wrap(text, weight, size, WIDTH) {
            self.y -= size * LEADING;
            self.write(&line, weight, size, (LEFT, self.y));
        }
    }

    pub(super) fn title(&mut self, text: &str) {
        self.block(text, Weight::Bold, 16.0);
        self.space(10.0);
    }

    pub(super) fn heading(&mut self, text: &str) {
        self.block(text, Weight::Bold, TEXT);
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        self.block(text, Weight::Regular, TEXT);
    }

    /// A sum at the right margin.
    pub(super) fn total(&mut self, text: &str) {
        self.y -= 12.0 * LEADING;
        let x = LEFT + WIDTH - self.bold.text_width(text, 12.0);
        self.write(text, Weight::Bold, 12.0, (x, self.y));
    }

    fn rule(&mut self, (x, width): (f32, f32), y: f32) {
        self.content
            .set_line_width(0.6)
            .move_to(x, y)
            .line_to(x + width, y)
            .stroke();
    }

    /// A table of columns with their headings, widths in points and alignments.
    pub(super) fn table<const N: usize>(&mut self, columns: &[(&str, f32, Align); N], rows: &[[&str; N]]) {
        self.rule((LEFT, WIDTH), self.y);
        self.table_row(&columns.map(|(name, ..)| name), columns, Weight::Bold);
        self.rule((LEFT, WIDTH), self.y);
        for row in rows {
            self.table_row(row, columns, Weight::Regular);
            self.rule((LEFT, WIDTH), self.y);
        }
    }

    fn table_row<const N: usize>(&mut self, cells: &[&str; N], columns: &[(&str, f32, Align); N], weight: Weight) {
        const SIZE: f32 = 9.0;
        const PADDING: f32 = 4.0;
        let top = self.y - PADDING;
        let mut lowest = top;
        let mut x = LEFT;
        for (text, (_, width, align)) in cells.iter().zip(columns) {
            let mut y = top;
            for line in self.wrap(text, weight, SIZE, width - PADDING) {
                y -= SIZE * LEADING;
                let indent = match align {
                    Align::Left => 0.0,
                    Align::Right => width - PADDING - self.font(weight).0.text_width(&line, SIZE),
                };
                self.write(&line, weight, SIZE, (x + indent, y));
            }
            lowest = lowest.min(y);
            x += width;
        }
        self.y = lowest - PADDING * 2.0;
    }

    /// A line to sign on.
    pub(super) fn signature(&mut self, role: &str, name: &str) {
        self.y -= TEXT * LEADING * 2.0;
        self.write(role, Weight::Regular, TEXT, (LEFT, self.y));
        self.rule((LEFT + 90.0, 160.0), self.y - 2.0);
        if !name.is_empty() {
            self.write(&format!("/ {name} /"), Weight::Regular, TEXT, (LEFT + 260.0, self.y));
        }
    }

    /// The file.
    pub(super) fn finish(self, title: &str) -> Vec<u8> {
        let mut pdf = Pdf::new();
        let mut next = 0;
        let mut id = || {
            next += 1;
            Ref::new(next)
        };
        let (catalog, pages, page_id, content, info) = (id(), id(), id(), id(), id());
        let fonts = [(Name(b"F1"), &self.regular, id()), (Name(b"F2"), &self.bold, id())];
        pdf.catalog(catalog).pages(pages);
        pdf.document_info(info)
            .title(TextStr(title))
            .producer(TextStr("Karavan"));
        pdf.pages(pages).kids([page_id]).count(1);
        let mut page = pdf.page(page_id);
        page.media_box(Rect::new(0.0, 0.0, PAGE.0, PAGE.1));
        page.parent(pages).contents(content);
        let mut resources = page.resources();
        let mut names = resources.fonts();
        for (name, _, font_id) in &fonts {
            names.pair(*name, *font_id);
        }
        names.finish();
        resources.finish();
        page.finish();
        pdf.stream(content, &self.content.finish());
        for (_, font, font_id) in fonts {
            let parts = [id(), id(), id(), id()];
            embed(&mut pdf, font, font_id, parts);
        }
        pdf.finish()
    }
}

/// Embeds a font whose character codes are the glyphs themselves.
fn embed(pdf: &mut Pdf, font: &Font, font_id: Ref, [cid, descriptor, cmap, file]: [Ref; 4]) {
    let name = Name(font.name.as_bytes());
    pdf.type0_font(font_id)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(cmap);
    let glyphs = font.face.number_of_glyphs();
    let mut cid_font = pdf.cid_font(cid);
    cid_font
        .subtype(CidFontType::Type2)
        .base_font(name)
        .system_info(IDENTITY)
        .font_descriptor(descriptor)
        .default_width(0.0)
        .cid_to_gid_map_predefined(Name(b"Identity"));
    cid_font
        .widths()
        .consecutive(0, (0..glyphs).map(|glyph| font.width(glyph)));
    cid_font.finish();
    let bounds = font.face.global_bounding_box();
    let [left, bottom, right, top] =
        [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|units| font.scale(units));
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(left, bottom, right, top))
        .italic_angle(0.0)
        .ascent(font.scale(font.face.ascender()))
        .descent(font.scale(font.face.descender()))
        .cap_height(font.scale(font.face.capital_height().unwrap_or_default()))
        .stem_v(80.0)
        .font_file2(file);
    let mut to_unicode = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
    for (glyph, character) in characters(font) {
        to_unicode.pair(glyph, character);
    }
    pdf.cmap(cmap, &to_unicode.finish());
    let length = i32::try_from(font.file.len()).unwrap_or(i32::MAX);
    pdf.stream(file, font.file).pair(Name(b"Length1"), length);
}

/// The glyphs of a font with one character for each, so that texts can be copied from the document.
fn characters(font: &Font) -> std::collections::BTreeMap<u16, char> {
    let mut pairs = std::collections::BTreeMap::new();
    for table in font.face.tables().cmap.into_iter().flat_map(|cmap| cmap.subtables) {
        table.codepoints(|code| {
            if let (Some(character), Some(glyph)) = (char::from_u32(code), table.glyph_index(code)) {
                pairs.entry(glyph.0).or_insert(character);
            }
        });
    }
    pairs
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The text of a document, read back from the glyphs of its content, a line per text.
    pub(in crate::billing::print) fn text_of(file: &[u8]) -> String {
        assert!(file.starts_with(b"%PDF-"), "a PDF");
        let by_glyph: [BTreeMap<u16, char>; 2] =
            [Weight::Regular, Weight::Bold].map(|weight| characters(&Font::load(weight).expect("a font")));
        let start = find(file, b"stream\n", 0).expect("a content") + 7;
        let end = find(file, b"endstream", start).expect("its end");
        let mut text = String::new();
        let mut font = 0;
        let mut at = start;
        while at < end {
            match file[at] {
                b'F' => font = usize::from(file[at + 1] == b'2'),
                b'(' => {
                    let (glyphs, after) = literal(file, at + 1);
                    for pair in glyphs.chunks(2) {
                        let glyph = u16::from_be_bytes([pair[0], pair[1]]);
                        text.push(*by_glyph[font].get(&glyph).unwrap_or(&'?'));
                    }
                    text.push('\n');
                    at = after;
                }
                b'<' => {
                    let close = find(file, b">", at).expect("the end of a text");
                    let digits = String::from_utf8_lossy(&file[at + 1..close]).into_owned();
                    for index in (0..digits.len()).step_by(4) {
                        let glyph = u16::from_str_radix(&digits[index..index + 4], 16).expect("a glyph");
                        text.push(*by_glyph[font].get(&glyph).unwrap_or(&'?'));
                    }
                    text.push('\n');
                    at = close;
                }
                _ => {}
            }
            at += 1;
        }
        text
    }

    fn find(bytes: &[u8], part: &[u8], from: usize) -> Option<usize> {
        bytes[from..]
            .windows(part.len())
            .position(|window| window == part)
            .map(|at| at + from)
    }

    /// Reads a literal string, with its escapes, up to its closing parenthesis.
    fn literal(bytes: &[u8], mut at: usize) -> (Vec<u8>, usize) {
        let mut read = Vec::new();
        let mut depth = 0;
        loop {
            match bytes[at] {
                // A byte in three octal digits.
                b'\\' if bytes[at + 1].is_ascii_digit() => {
                    let digits = std::str::from_utf8(&bytes[at + 1..at + 4]).expect("digits");
                    read.push(u8::from_str_radix(digits, 8).expect("a byte"));
                    at += 3;
                }
                b'\\' => {
                    at += 1;
                    read.push(match bytes[at] {
                        b'n' => b'\n',
                        b'r' => b'\r',
                        b't' => b'\t',
                        b'b' => 8,
                        b'f' => 12,
                        other => other,
                    });
                }
                b')' if depth == 0 => return (read, at),
                other => {
                    depth += i32::from(other == b'(') - i32::from(other == b')');
                    read.push(other);
                }
            }
            at += 1;
        }
    }

    #[test]
    fn long_text_is_wrapped_within_the_page() {
        let page = PdfPage::new().expect("a page");
        let text = "Услуги оказаны полностью и в срок. ".repeat(20);
        let lines = page.wrap(text.trim(), Weight::Regular, TEXT, WIDTH);
        assert!(lines.len() > 5);
        for line in &lines {
            assert!(page.regular.text_width(line, TEXT) <= WIDTH, "{line}");
        }
        assert_eq!(lines.join(" "), text.trim());
    }

    #[test]
    fn fonts_have_every_character_of_documents() {
        for weight in [Weight::Regular, Weight::Bold] {
            let font = Font::load(weight).expect("a font");
            let missing: Vec<char> = ('а'..='я')
                .chain('А'..='Я')
                .chain("ёЁ№«»—–₽%0123456789\u{a0}/,.:()".chars())
                .filter(|character| font.face.glyph_index(*character).is_none())
                .collect();
            assert_eq!(missing, Vec::<char>::new());
        }
    }
}
