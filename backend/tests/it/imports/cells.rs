//! Cells of workbooks that real programs have saved: the text that a person sees in the sheet, or a mark.

use super::{import_path, order_items, run_step, upload, upload_preview, workbooks::xlsx_archive};
use crate::{orders::create_draft, support::on_both};
use rust_xlsxwriter::{Format, Formula, Workbook};
use serde_json::{Value, json};

const PROGRAMS: [(&str, &[u8]); 9] = [
    ("openpyxl", include_bytes!("../fixtures/sheets/openpyxl.xlsx")),
    (
        "openpyxl strict",
        include_bytes!("../fixtures/sheets/openpyxl-strict.xlsx"),
    ),
    ("xlsxwriter", include_bytes!("../fixtures/sheets/xlsxwriter.xlsx")),
    ("exceljs", include_bytes!("../fixtures/sheets/exceljs.xlsx")),
    ("sheetjs", include_bytes!("../fixtures/sheets/sheetjs.xlsx")),
    ("libreoffice", include_bytes!("../fixtures/sheets/libreoffice.xlsx")),
    ("libreoffice ods", include_bytes!("../fixtures/sheets/libreoffice.ods")),
    ("libreoffice xls", include_bytes!("../fixtures/sheets/libreoffice.xls")),
    ("xlwt", include_bytes!("../fixtures/sheets/xlwt.xls")),
];

/// The codes of the errors of a row.
fn faults(row: &Value) -> Vec<(&str, &str)> {
    let faults = row["faults"].as_array().expect("faults");
    faults
        .iter()
        .map(|fault| {
            (
                fault["field"].as_str().expect("a field"),
                fault["code"].as_str().expect("a code"),
            )
        })
        .collect()
}

#[apply(on_both)]
async fn cells_are_read_as_their_sheet_shows_them(app: App) {
    let client = app.client().await;
    for (program, file) in PROGRAMS {
        let order = create_draft(&client).await;
        let import = upload_preview(&client, order, file.to_vec()).await;
        // Neither the instructions nor hidden sheets.
        assert_eq!(import["sheets"], json!(["Инструкция", "Товары"]), "{program}");
        assert_eq!(import["sheet"], "Товары", "{program}");
        assert_eq!(
            import["counts"]["hidden"],
            json!({"rows": 1, "columns": 1, "pictures": 0}),
            "{program}"
        );
        assert_eq!(
            import["mapping"],
            json!(["title", "url", "price", "quantity", "variant", "variant", "external_id"]),
            "{program}"
        );
        let preview = client.get(&import_path(&import)).await.expect(200);
        let row = |title: &str| {
            let mut rows = preview["rows"].as_array().expect("rows").iter();
            let found = rows.find(|row| row["cells"][0] == title);
            found
                .unwrap_or_else(|| panic!("{program}: no row {title}: {preview}"))
                .clone()
        };
        let item = |title: &str| row(title)["item"].clone();
        assert_eq!(
            item("Обычный")["price"],
            json!({"amount": "12.50", "currency": "CNY"}),
            "{program}"
        );
        assert_eq!(faults(&row("Дата")), [("variant", "date_in_cell")], "{program}");
        let time = item("Время")["variant"].as_str().unwrap_or_default().to_owned();
        assert!(time.starts_with("чёрный / 9:30"), "{program}: {time}");
        // LibreOffice has calculated the formula.
        if program.starts_with("libreoffice") {
            assert_eq!(item("Формула")["quantity"], 2, "{program}");
        } else {
            assert_eq!(faults(&row("Формула")), [("quantity", "not_calculated")], "{program}");
        }
        assert_eq!(
            item("Рубли")["price"],
            json!({"amount": "1250.00", "currency": "RUB"}),
            "{program}"
        );
        assert_eq!(row("Рубли")["cells"][6], "00123", "{program}");
        assert_eq!(
            item("Доллары")["price"],
            json!({"amount": "99.00", "currency": "USD"}),
            "{program}"
        );
        assert_eq!(item("Доллары")["variant"], "чёрный / 50%", "{program}");
        assert_eq!(faults(&row("Длинный")), [("external_id", "digits_lost")], "{program}");
        assert!(!preview.to_string().contains("Скрытая"), "{program}");
        run_step(&client, &import, "confirm").await;
        let items = order_items(&client, order).await;
        let long = items.iter().find(|item| item["title"] == "Шестнадцать");
        // LibreOffice keeps 15 digits, so the number ends with a zero.
        if !program.starts_with("libreoffice") {
            assert_eq!(
                long.map(|item| &item["external_id"]),
                Some(&json!("1234567890123456")),
                "{program}"
            );
        }
        assert!(items.iter().all(|item| item["quantity"] != 1), "{program}: {items:?}");
    }
}

#[apply(on_both)]
async fn opendocument_of_small_writers_is_read(app: App) {
    let client = app.client().await;
    // SheetJS writes dates and codes as numbers with the right text, ezodf writes values without a text.
    for (program, file) in [
        ("sheetjs", &include_bytes!("../fixtures/sheets/sheetjs.ods")[..]),
        ("ezodf", include_bytes!("../fixtures/sheets/ezodf.ods")),
    ] {
        let order = create_draft(&client).await;
        let import = upload_preview(&client, order, file.to_vec()).await;
        let preview = client.get(&import_path(&import)).await.expect(200);
        let rows = preview["rows"].as_array().expect("rows");
        let row = |title: &str| rows.iter().find(|row| row["cells"][0] == title);
        let price = |title: &str| row(title).map(|row| row["item"]["price"].clone());
        let yuan = json!({"amount": "12.50", "currency": "CNY"});
        assert_eq!(price("Обычный"), Some(yuan), "{program}: {preview}");
        assert_eq!(
            row("Дата").map(faults),
            Some(vec![("variant", "date_in_cell")]),
            "{program}"
        );
        let time = row("Время").expect("a row")["item"]["variant"].to_string();
        assert!(time.contains("чёрный / 9:30"), "{program}: {time}");
        if program == "sheetjs" {
            assert_eq!(price("Рубли"), Some(json!({"amount": "1250.00", "currency": "RUB"})));
            assert_eq!(row("Рубли").expect("a row")["cells"][6], "00123");
            assert_eq!(row("Обычный").expect("a row")["cells"][6], "6901234567890");
            assert_eq!(row("Длинный").map(faults), Some(vec![("external_id", "digits_lost")]));
        }
    }
}

#[apply(on_both)]
async fn workbook_with_binary_parts_is_read(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    // It has lost the formula and its cell.
    let file = include_bytes!("../fixtures/sheets/sheetjs.xlsb");
    let import = upload_preview(&client, order, file.to_vec()).await;
    assert_eq!(import["sheets"], json!(["Инструкция", "Товары"]));
    assert_eq!(
        import["counts"]["hidden"],
        json!({"rows": 1, "columns": 1, "pictures": 0})
    );
    let preview = client.get(&import_path(&import)).await.expect(200);
    let rows = preview["rows"].as_array().expect("rows");
    let row = |title: &str| rows.iter().find(|row| row["cells"][0] == title).expect("a row");
    let price = |title: &str| &row(title)["item"]["price"];
    assert_eq!(price("Обычный"), &json!({"amount": "12.50", "currency": "CNY"}));
    assert_eq!(price("Рубли"), &json!({"amount": "1250.00", "currency": "RUB"}));
    assert_eq!(row("Рубли")["cells"][6], "00123");
    assert_eq!(row("Доллары")["item"]["variant"], "чёрный / 50%");
    assert_eq!(faults(row("Дата")), [("variant", "date_in_cell")]);
    assert_eq!(faults(row("Длинный")), [("external_id", "digits_lost")]);
    // pyxlsbwriter gives each cell a column, and shares no texts with formats.
    let file = include_bytes!("../fixtures/sheets/pyxlsbwriter.xlsb");
    let import = upload_preview(&client, order, file.to_vec()).await;
    assert_eq!(import["sheets"], json!(["Товары"]));
    let preview = client.get(&import_path(&import)).await.expect(200);
    let cells: Vec<_> = preview["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| &row["cells"])
        .collect();
    let link = |number: u8| format!("https://detail.1688.com/offer/{number}.html");
    assert_eq!(
        json!(cells),
        json!([
            ["Кружка", link(1), "12.5", "2", "00123", "2026-04-03"],
            ["Чайник", link(2), "1250", "1", "1234567890123456", "2026-04-03 09:30"],
            ["Скатерть", link(3), "0.1", "30"]
        ])
    );
}

#[apply(on_both)]
async fn price_is_the_one_that_the_sheet_shows(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, header) in (0..).zip(["Название", "Ссылка", "Цена", "Комментарий", "Дата"])
    {
        sheet.write(0, column, header).expect("a header");
    }
    let day = Format::new().set_num_format("dd.mm.yyyy");
    sheet.write(1, 0, "Кружка").expect("a cell");
    sheet.write(1, 1, "https://a.cn/1").expect("a cell");
    sheet
        .write(1, 2, Formula::new("=1/3").set_result("0.333333333"))
        .expect("a cell");
    sheet.write_number_with_format(1, 4, 46_115, &day).expect("a cell");
    sheet.write(2, 0, "Чашка").expect("a cell");
    sheet.write(2, 1, "https://a.cn/2").expect("a cell");
    sheet
        .write_formula_with_format(
            2,
            2,
            Formula::new("=1/3").set_result("0.333333333"),
            &Format::new().set_num_format("0.00"),
        )
        .expect("a cell");
    let import = upload_preview(&client, order, book.save_to_buffer().expect("a workbook")).await;
    let preview = client.get(&import_path(&import)).await.expect(200);
    // A price is never rounded, unless the sheet shows it so.
    assert_eq!(faults(&preview["rows"][0]), [("price", "not_an_amount")]);
    assert_eq!(preview["rows"][0]["cells"][4], "03.04.2026");
    assert_eq!(preview["rows"][1]["item"]["price"]["amount"], "0.33");
}

#[apply(on_both)]
async fn formula_whose_text_is_empty_is_an_empty_cell(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let cell = |name: &str, text: &str| format!("<c r=\"{name}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let headers: String = [("A1", "Title"), ("B1", "Link"), ("C1", "Price"), ("D1", "Qty")]
        .map(|(name, text)| cell(name, text))
        .concat();
    let goods = cell("A2", "Cup") + &cell("B2", "https://a.cn/1");
    // As Excel stores =IF(A9="","",A9), and as openpyxl stores a formula that it does not calculate.
    let xml = format!(
        "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData><row r=\"1\">{headers}</row>\
         <row r=\"2\">{goods}<c r=\"C2\"><v>12.5</v></c><c r=\"D2\" t=\"str\"><f>IF(A9=0,1,2)</f><v></v></c></row>\
         <row r=\"3\">{}<c r=\"C3\"><v>12.5</v></c><c r=\"D3\"><f>IF(A9=0,1,2)</f><v /></c></row></sheetData></worksheet>",
        goods.replace('2', "3")
    );
    let import = upload_preview(&client, order, xlsx_archive(&mut xml.as_bytes())).await;
    let preview = client.get(&import_path(&import)).await.expect(200);
    assert_eq!(faults(&preview["rows"][0]), [("quantity", "required")]);
    assert_eq!(faults(&preview["rows"][1]), [("quantity", "not_calculated")]);
}

#[apply(on_both)]
async fn hidden_sheet_can_be_read_by_its_name(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let (_, file) = PROGRAMS[0];
    let read = async |sheet: &str| upload(&client, order, &format!("x&sheet={sheet}"), file.to_vec()).await;
    assert_eq!(
        read("%D0%A1%D0%BA%D1%80%D1%8B%D1%82%D1%8B%D0%B9")
            .await
            .expect_within_statements(201, 7)["sheet"],
        "Скрытый"
    );
    let _ = read("Sheet9").await.expect_problem(422, "sheet_not_found");
}
