//! Addresses behind the texts of cells, and tables of HTML and XML under the name `.xls`.

use super::{import_path, order_items, row_counts, run_step, upload, upload_preview};
use crate::{orders::create_draft, support::on_both};
use serde_json::{Value, json};

/// The same goods: a link behind "Открыть", a formula `HYPERLINK`, a title that leads to the goods, a hidden row, a merged cell.
const FILES: [(&str, &[u8]); 7] = [
    ("openpyxl", include_bytes!("../fixtures/sheets/links-openpyxl.xlsx")),
    ("SheetJS", include_bytes!("../fixtures/sheets/links-sheetjs-2003.xls")),
    ("SheetJS xlsb", include_bytes!("../fixtures/sheets/links-sheetjs.xlsb")),
    (
        "LibreOffice",
        include_bytes!("../fixtures/sheets/links-libreoffice-html.xls"),
    ),
    (
        "LibreOffice ods",
        include_bytes!("../fixtures/sheets/links-libreoffice.ods"),
    ),
    (
        "LibreOffice xls",
        include_bytes!("../fixtures/sheets/links-libreoffice.xls"),
    ),
    (
        "LibreOffice fods",
        include_bytes!("../fixtures/sheets/links-libreoffice.fods"),
    ),
];

#[apply(on_both)]
async fn address_behind_a_text_is_the_link_of_the_goods(app: App) {
    let client = app.client().await;
    let mut article = Value::Null;
    for (program, file) in FILES {
        let order = create_draft(&client).await;
        let import = upload_preview(&client, order, file.to_vec()).await;
        assert_eq!(
            import["mapping"],
            json!(["title", "url", "price", "quantity", article]),
            "{program}"
        );
        // The next file has the same headers.
        article = json!("external_id");
        let mapping = json!({"mapping": ["title", "url", "price", "quantity", article]});
        let import = client.patch(&import_path(&import), mapping).await.expect(200);
        let preview = client.get(&import_path(&import)).await.expect(200);
        let first = &preview["rows"][0];
        assert_eq!(
            (&first["cells"][1], &first["cells"][4]),
            (&json!("https://detail.1688.com/offer/1.html?a=1&b=2"), &json!("00123")),
            "{program}: {preview}"
        );
        assert_eq!(
            first["item"]["price"],
            json!({"amount": "1250.50", "currency": "RUB"}),
            "{program}"
        );
        let _ = run_step(&client, &import, "confirm").await;
        let items = order_items(&client, order).await;
        let link = |title: &str| {
            let item = items.iter().find(|item| item["title"] == title);
            item.map_or(Value::Null, |item| item["url"].clone())
        };
        assert_eq!(
            link("Кружка"),
            "https://detail.1688.com/offer/1.html?a=1&b=2",
            "{program}"
        );
        assert_eq!(link("Скатерть"), "https://detail.tmall.com/item.htm?id=3", "{program}");
        assert_eq!(link("Скрытый"), Value::Null, "{program}");
        // SheetJS has lost the formula, which had no value, with its cell. Formulas of .xls are not read.
        let formula = match program {
            "SheetJS" | "SheetJS xlsb" | "LibreOffice xls" => Value::Null,
            _ => json!("https://item.taobao.com/item.htm?id=2&spm=x"),
        };
        assert_eq!(link("Чайник"), formula, "{program}");
    }
}

#[apply(on_both)]
async fn page_of_a_back_office_is_read_in_its_encoding(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let page = "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=gb2312\"></head><body>
        <table><tr><td>导出时间</td><td>2026-11-29</td></tr></table>
        <table border=1><tr><th>宝贝标题<th>宝贝链接<th>宝贝单价<th>宝贝数量</tr>
        <tr><td rowspan=2>卫衣<td>https://item.taobao.com/item.htm?id=1<td>59.00<td>2</tr>
        <tr><td>https://item.taobao.com/item.htm?id=2<td>61.00<td>1</tr>";
    let (page, ..) = encoding_rs::GB18030.encode(page);
    let import = upload_preview(&client, order, page.into_owned()).await;
    assert_eq!(import["sheets"], json!(["1", "2"]));
    assert_eq!(import["mapping"], json!(["title", "url", "price", "quantity"]));
    // The rows share the title.
    assert_eq!(row_counts(&import)[0], 2, "{import}");
    for (file, code) in [
        ("<html><body><p>Сессия истекла</p></body></html>", "file_not_a_table"),
        ("%PDF-1.7\n1 0 obj", "file_not_a_table"),
        ("{\\rtf1\\ansi Name}", "file_not_a_table"),
        ("ID;PWXL;N;E\r\nC;Y1;X1;K\"Name\"\r\nE\r\n", "file_not_a_table"),
        ("TABLE\r\n0,1\r\n\"EXCEL\"\r\n", "file_not_a_table"),
        ("OFXHEADER:100\nDATA:OFXSGML\n", "file_not_a_table"),
    ] {
        let _ = upload(&client, order, "goods", file.into())
            .await
            .expect_problem(422, code);
    }
}
