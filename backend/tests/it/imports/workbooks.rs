//! Formats of files, and files that cannot be read.

use super::{order_items, row_counts, run_step, upload, upload_preview};
use crate::{media::encode_image, orders::create_draft, support::on_both};
use image::ImageFormat;
use rust_xlsxwriter::{Format, Formula, Workbook};
use serde_json::json;
use std::io::{Cursor, Write as _};
use zip::{ZipWriter, write::SimpleFileOptions};

fn workbook(fill: impl FnOnce(&mut rust_xlsxwriter::Worksheet)) -> Vec<u8> {
    let mut book = Workbook::new();
    fill(book.add_worksheet());
    book.save_to_buffer().expect("a workbook")
}

fn write_headers(sheet: &mut rust_xlsxwriter::Worksheet, names: &[&str]) {
    for (column, name) in (0..).zip(names) {
        sheet.write(0, column, *name).expect("a header");
    }
}

/// An XLSX archive with `xml` as its only sheet.
pub(super) fn xlsx_archive(xml: &mut dyn std::io::Read) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    for (name, text) in [
        (
            "xl/workbook.xml",
            "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
             xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets><sheet name=\"A\" \
             sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>",
        ),
        (
            "_rels/.rels",
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship \
             Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" \
             Target=\"xl/workbook.xml\"/></Relationships>",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship \
             Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" \
             Target=\"worksheets/sheet1.xml\"/></Relationships>",
        ),
    ] {
        zip.start_file(name, options).expect("a part");
        zip.write_all(text.as_bytes()).expect("written");
    }
    zip.start_file("xl/worksheets/sheet1.xml", options).expect("a part");
    std::io::copy(xml, &mut zip).expect("written");
    zip.finish().expect("an archive").into_inner()
}

#[apply(on_both)]
async fn workbooks_with_formulas_and_merged_cells_are_read(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let file = workbook(|sheet| {
        write_headers(sheet, &["商品名称", "商品链接", "单价", "数量"]);
        sheet.merge_range(1, 0, 2, 0, "Кружка", &Format::new()).expect("merged");
        sheet.write(1, 1, "https://a.cn/1").expect("a cell");
        sheet.write(1, 2, 0.300_000_000_000_000_04).expect("a cell");
        sheet.write(1, 3, Formula::new("=1+1").set_result("2")).expect("a cell");
        sheet.write(2, 1, "https://a.cn/2").expect("a cell");
        sheet.write(2, 2, 5).expect("a cell");
        sheet.write(2, 3, 1).expect("a cell");
    });
    let import = upload_preview(&client, order, file).await;
    // Both rows have the text of the merged cell.
    assert_eq!(row_counts(&import), [2, 0, 0, 0, 0]);
    run_step(&client, &import, "confirm").await;
    let item = order_items(&client, order).await.remove(0);
    assert_eq!(
        (&item["price"]["amount"], &item["quantity"]),
        (&json!("0.30"), &json!(2))
    );
    let xls = include_bytes!("../fixtures/goods.xls").to_vec();
    let import = upload_preview(&client, order, xls).await;
    assert_eq!(
        (&import["sheets"], row_counts(&import)),
        (&json!(["Товары"]), [0, 2, 0, 0, 0])
    );
}

#[apply(on_both)]
async fn unreadable_files_are_refused_with_a_reason(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let bomb = xlsx_archive(&mut std::io::Read::take(std::io::repeat(b' '), 300 << 20));
    let mut misdeclared = xlsx_archive(&mut std::io::Read::take(std::io::repeat(b' '), 100 << 20));
    // The archive declares a sheet size of a thousand bytes.
    let true_size = (100_u32 << 20).to_le_bytes();
    for at in 0..misdeclared.len() - 4 {
        if misdeclared[at..at + 4] == true_size {
            misdeclared[at..at + 4].copy_from_slice(&1000_u32.to_le_bytes());
        }
    }
    assert!(bomb.len() < 1 << 20);
    for (file, code) in [
        (bomb, "file_too_large"),
        (misdeclared, "file_damaged"),
        (b"PK\x03\x04nonsense".to_vec(), "file_damaged"),
        (b"\xD0\xCF\x11\xE0nonsense".to_vec(), "file_damaged"),
        (b"\x00\x01\x02\x00".to_vec(), "file_not_a_table"),
        (encode_image(50, 50, ImageFormat::Png), "file_not_a_table"),
        (encode_image(50, 50, ImageFormat::Jpeg), "file_not_a_table"),
        (Vec::new(), "sheet_empty"),
    ] {
        let problem = upload(&client, order, "x", file).await.expect_problem(422, code);
        assert!(problem["detail"].is_string());
    }
    let wide = format!("{}\n", vec!["x"; 101].join(";"));
    assert_eq!(
        upload(&client, order, "x", wide.into())
            .await
            .expect_problem(422, "sheet_too_many_columns")["limit"],
        100
    );
    let _ = upload(&client, order, "x", vec![b'a'; (20 << 20) + 1])
        .await
        .expect_problem(413, "body_too_large");
    // A sheet that declares the maximum dimensions and has two cells.
    let far = "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><dimension \
               ref=\"A1:XFD1048576\"/><sheetData><row r=\"1\"><c r=\"A1\" \
               t=\"inlineStr\"><is><t>Title</t></is></c></row><row r=\"1048576\"><c r=\"A1048576\" \
               t=\"inlineStr\"><is><t>Last</t></is></c></row></sheetData></worksheet>";
    assert_eq!(
        upload_preview(&client, order, xlsx_archive(&mut far.as_bytes())).await["counts"]["rows"],
        2
    );
}
