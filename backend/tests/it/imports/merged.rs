//! Cells over several rows.

use super::{import_path, order_items, run_step, upload_preview};
use crate::{orders::create_draft, support::on_both};
use serde_json::json;

/// The same goods: title, link and price shared by rows, and one quantity for two rows.
const FILES: [(&str, &[u8]); 6] = [
    ("openpyxl", include_bytes!("../fixtures/sheets/merged-openpyxl.xlsx")),
    (
        "LibreOffice ods",
        include_bytes!("../fixtures/sheets/merged-libreoffice.ods"),
    ),
    (
        "LibreOffice xls",
        include_bytes!("../fixtures/sheets/merged-libreoffice.xls"),
    ),
    (
        "LibreOffice html",
        include_bytes!("../fixtures/sheets/merged-libreoffice-html.xls"),
    ),
    ("SheetJS", include_bytes!("../fixtures/sheets/merged-sheetjs-2003.xls")),
    ("SheetJS xlsb", include_bytes!("../fixtures/sheets/merged-sheetjs.xlsb")),
];

#[apply(on_both)]
async fn rows_share_a_merged_cell_but_no_quantity(app: App) {
    let client = app.client().await;
    for (program, file) in FILES {
        let order = create_draft(&client).await;
        let import = upload_preview(&client, order, file.to_vec()).await;
        let preview = client.get(&import_path(&import)).await.expect(200);
        let rows = preview["rows"].as_array().expect("rows");
        let of = |title: &'static str| rows.iter().filter(move |row| row["cells"][0] == title);
        let goods: Vec<_> = of("Кружка")
            .map(|row| &row["item"])
            .map(|item| {
                (
                    item["variant"].as_str(),
                    item["price"]["amount"].as_str(),
                    item["quantity"].as_i64(),
                )
            })
            .collect();
        assert_eq!(
            goods,
            [
                (Some("белая"), Some("12.50"), Some(2)),
                (Some("чёрная"), Some("12.50"), Some(3)),
                (Some("красная"), Some("13.00"), Some(1))
            ],
            "{program}: {preview}"
        );
        let faults: Vec<_> = of("Чайник").map(|row| row["faults"][0]["code"].as_str()).collect();
        assert_eq!(faults, [Some("merged_cell"); 2], "{program}: {preview}");
        run_step(&client, &import, "confirm").await;
        let items = order_items(&client, order).await;
        assert_eq!(items.len(), 4, "{program}");
        let links = items
            .iter()
            .filter(|item| item["url"] == "https://detail.1688.com/offer/1.html");
        assert_eq!(links.count(), 3, "{program}");
        assert!(
            items.iter().all(|item| item["price"] != json!(null)),
            "{program}: {items:?}"
        );
    }
}
