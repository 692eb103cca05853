//! Pages of A4 that are filled from the top, and their PDF/A-3.

#![expect(clippy::float_arithmetic, reason = "positions on paper, not money")]

use super::font::{FontError, Fonts, Weight};
use chrono::{DateTime, Datelike, Utc};
use krilla::{
    Document, SerializeSettings,
    color::rgb,
    configure::{Archival, ConfigurationBuilder},
    geom::{PathBuilder, Point, Rect},
    metadata::{self, Metadata},
    page::PageSettings,
    paint::Fill,
    surface::Surface,
};
use shared_types::qr::{DarkRuns, dark_runs};
use unicode_linebreak::linebreaks;

/// Points.
const PAGE: (f32, f32) = (595.0, 842.0);
const LEFT: f32 = 50.0;
const TOP: f32 = 60.0;
const BOTTOM: f32 = 792.0;
const WIDTH: f32 = 495.0;
const TEXT: f32 = 10.0;
/// Line height as a multiple of the font size.
const LEADING: f32 = 1.4;
/// Side of the payment code, with its quiet zone.
const CODE: f32 = 130.0;

/// A document that can't be written.
#[derive(Debug, thiserror::Error)]
pub(in crate::billing) enum PdfError {
    #[error(transparent)]
    Font(#[from] FontError),
    /// A rule of PDF/A is broken.
    #[error("the document can't be written: {0}")]
    Document(String),
}

/// The side of a column that texts are aligned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// A mark on the paper. Distances are from the top left corner, in points.
enum Mark {
    /// A line of text by the start of its base line.
    Text {
        text: String,
        weight: Weight,
        size: f32,
        at: (f32, f32),
    },
    Rule {
        from: (f32, f32),
        width: f32,
    },
    Code {
        code: DarkRuns,
        at: (f32, f32),
    },
}

/// A document under construction.
pub(super) struct PdfDocument {
    fonts: Fonts,
    finished: Vec<Vec<Mark>>,
    page: Vec<Mark>,
    /// The distance of the last line from the top.
    y: f32,
    /// The width of paragraphs.
    width: f32,
}

impl PdfDocument {
    pub(super) fn new() -> Result<Self, PdfError> {
        Ok(Self {
            fonts: Fonts::load()?,
            finished: Vec::new(),
            page: Vec::new(),
            y: TOP,
            width: WIDTH,
        })
    }

    pub(super) fn space(&mut self, points: f32) {
        self.y += points;
    }

    /// Moves down to the next line, onto a new page where this one ends.
    fn advance(&mut self, points: f32) {
        self.y += points;
        if self.y > BOTTOM {
            self.finished.push(std::mem::take(&mut self.page));
            self.y = TOP + points;
        }
    }

    fn write(&mut self, text: &str, weight: Weight, size: f32, at: (f32, f32)) {
        let text = text.to_owned();
        self.page.push(Mark::Text { text, weight, size, at });
    }

    /// Splits a text into lines that fit into a width, also in scripts without spaces.
    fn wrap(&self, text: &str, weight: Weight, size: f32, width: f32) -> Vec<String> {
        let fits = |line: &str| self.fonts.text_width(line.trim_end(), weight, size) <= width;
        let mut lines = Vec::new();
        let mut line = String::new();
        let mut start = 0;
        for (end, _) in linebreaks(text) {
            let part = text.get(start..end).unwrap_or_default();
            start = end;
            if !line.is_empty() && !fits(&format!("{line}{part}")) {
                lines.push(std::mem::take(&mut line));
            }
            if fits(part) {
                line.push_str(part);
                continue;
            }
            for letter in part.chars() {
                if !line.is_empty() && !fits(&format!("{line}{letter}")) {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(letter);
            }
        }
        lines.push(line);
        lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
    }

    fn block(&mut self, text: &str, weight: Weight, size: f32) {
        for line in self.wrap(text, weight, size, self.width) {
            self.advance(size * LEADING);
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

    /// Paragraphs with a QR code at the right margin, if there is one.
    pub(super) fn beside_code(&mut self, code: Option<&str>, write: impl FnOnce(&mut Self)) {
        let code = code.and_then(dark_runs);
        let end = self.y + CODE;
        let has_code = code.is_some();
        if let Some(code) = code {
            let at = (LEFT + WIDTH - CODE, self.y);
            self.page.push(Mark::Code { code, at });
            self.width = WIDTH - CODE - 15.0;
        }
        write(self);
        self.width = WIDTH;
        if has_code {
            self.y = self.y.max(end);
        }
    }

    /// A sum at the right margin.
    pub(super) fn total(&mut self, text: &str) {
        self.advance(12.0 * LEADING);
        let x = LEFT + WIDTH - self.fonts.text_width(text, Weight::Bold, 12.0);
        self.write(text, Weight::Bold, 12.0, (x, self.y));
    }

    fn rule(&mut self, (x, y): (f32, f32), width: f32) {
        self.page.push(Mark::Rule { from: (x, y), width });
    }

    /// A table of columns with their headings, widths in points and alignments.
    pub(super) fn table<const N: usize>(&mut self, columns: &[(&str, f32, Align); N], rows: &[[&str; N]]) {
        self.rule((LEFT, self.y), WIDTH);
        self.table_row(&columns.map(|(name, ..)| name), columns, Weight::Bold);
        for row in rows {
            self.table_row(row, columns, Weight::Regular);
        }
    }

    fn table_row<const N: usize>(&mut self, cells: &[&str; N], columns: &[(&str, f32, Align); N], weight: Weight) {
        const SIZE: f32 = 9.0;
        const PADDING: f32 = 4.0;
        let top = self.y + PADDING;
        let mut lowest = top;
        let mut x = LEFT;
        for (text, (_, width, align)) in cells.iter().zip(columns) {
            let mut y = top;
            for line in self.wrap(text, weight, SIZE, width - PADDING) {
                y += SIZE * LEADING;
                let indent = match align {
                    Align::Left => 0.0,
                    Align::Right => width - PADDING - self.fonts.text_width(&line, weight, SIZE),
                };
                self.write(&line, weight, SIZE, (x + indent, y));
            }
            lowest = lowest.max(y);
            x += width;
        }
        self.y = lowest + PADDING * 2.0;
        self.rule((LEFT, self.y), WIDTH);
    }

    /// A line to sign on.
    pub(super) fn signature(&mut self, role: &str, name: &str) {
        self.advance(TEXT * LEADING * 2.0);
        self.write(role, Weight::Regular, TEXT, (LEFT, self.y));
        self.rule((LEFT + 90.0, self.y + 2.0), 160.0);
        if !name.is_empty() {
            self.write(&format!("/ {name} /"), Weight::Regular, TEXT, (LEFT + 260.0, self.y));
        }
    }

    /// The file, with its title and the time that it states as its creation.
    pub(super) fn finish(self, title: &str, at: DateTime<Utc>) -> Result<Vec<u8>, PdfError> {
        let configuration = ConfigurationBuilder::new()
            .with_archival_validator(Archival::A3_B)
            .finish();
        let mut document = Document::new_with(SerializeSettings {
            configuration: configuration.map_err(|error| PdfError::Document(format!("{error:?}")))?,
            ..SerializeSettings::default()
        });
        document.set_metadata(metadata(title, at));
        for marks in self.finished.iter().chain([&self.page]) {
            let settings = PageSettings::from_wh(PAGE.0, PAGE.1).unwrap_or_default();
            let mut page = document.start_page_with(settings);
            let mut surface = page.surface();
            surface.set_fill(Some(Fill {
                paint: rgb::Color::black().into(),
                ..Fill::default()
            }));
            for mark in marks {
                draw(&mut surface, &self.fonts, mark);
            }
            surface.finish();
            page.finish();
        }
        document
            .finish()
            .map_err(|error| PdfError::Document(format!("{error:?}")))
    }
}

fn metadata(title: &str, at: DateTime<Utc>) -> Metadata {
    let part = |number: u32| u8::try_from(number).unwrap_or_default();
    let date = metadata::DateTime::new(u16::try_from(at.year()).unwrap_or_default())
        .month(part(at.month()))
        .day(part(at.day()));
    Metadata::new()
        .title(title.to_owned())
        .language("ru".to_owned())
        .producer("Karavan".to_owned())
        .creation_date(date)
}

fn draw(surface: &mut Surface<'_>, fonts: &Fonts, mark: &Mark) {
    let mut path = PathBuilder::new();
    match mark {
        Mark::Text {
            text,
            weight,
            size,
            at: (x, y),
        } => {
            let mut x = *x;
            for run in fonts.runs(text, *weight) {
                surface.draw_glyphs(Point::from_xy(x, *y), &run.glyphs, run.font, &run.text, *size, false);
                x += run.width * size;
            }
        }
        Mark::Rule { from: (x, y), width } => {
            if let Some(rectangle) = Rect::from_xywh(*x, *y, *width, 0.6) {
                path.push_rect(rectangle);
            }
        }
        Mark::Code { code, at: (left, top) } => {
            let module = CODE / modules(code.size);
            for (x, y, length) in &code.runs {
                let [x, y, length] = [*x, *y, *length].map(|count| modules(count) * module);
                if let Some(rectangle) = Rect::from_xywh(left + x, top + y, length, module) {
                    path.push_rect(rectangle);
                }
            }
        }
    }
    if let Some(path) = path.finish() {
        surface.draw_path(&path);
    }
}

#[expect(clippy::cast_precision_loss, reason = "at most 185 modules")]
const fn modules(count: u32) -> f32 {
    count as f32
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The words of a document, as a reader copies them.
    pub(in crate::billing::print) fn text_of(file: &[u8]) -> String {
        let document = lopdf::Document::load_mem(file).expect("a PDF");
        let pages: Vec<u32> = document.get_pages().into_keys().collect();
        let text = document.extract_text(&pages).expect("its text");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn long_text_is_wrapped_within_the_page() {
        let document = PdfDocument::new().expect("a document");
        for text in [
            "Услуги оказаны полностью и в срок. ".repeat(20).trim(),
            &"义乌市宇宙物流有限公司".repeat(20),
            &"ы".repeat(300),
        ] {
            let lines = document.wrap(text, Weight::Regular, TEXT, WIDTH);
            assert!(lines.len() > 3, "{text}");
            for line in &lines {
                assert!(
                    document.fonts.text_width(line, Weight::Regular, TEXT) <= WIDTH,
                    "{line}"
                );
            }
            let spaces = if text.contains(' ') { " " } else { "" };
            assert_eq!(lines.join(spaces), text);
        }
    }

    #[test]
    fn long_document_has_further_pages() {
        let mut document = PdfDocument::new().expect("a document");
        for number in 1..=100 {
            document.paragraph(&format!("Строка {number}"));
        }
        let file = document.finish("Проба", DateTime::UNIX_EPOCH).expect("a file");
        assert_eq!(lopdf::Document::load_mem(&file).expect("a PDF").get_pages().len(), 2);
        assert!(text_of(&file).contains("Строка 100"));
    }
}
