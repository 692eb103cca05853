//! Pictures of sheets.

use super::{order_items, run_step, upload};
use crate::{
    orders::create_draft,
    support::{Actor, on_both},
};
use serde_json::{Value, json};

type Colour = Option<[u8; 3]>;

const RED: Colour = Some([200, 40, 40]);
const GREEN: Colour = Some([40, 160, 60]);
const BLUE: Colour = Some([40, 60, 200]);

/// Uploads a sheet with pictures. Its storage is checked against the plan, which takes a statement more than other sheets.
async fn upload_preview(client: &Actor, order: i64, file: Vec<u8>) -> Value {
    let answer = upload(client, order, "goods", file).await;
    answer.expect_within_statements(201, 7)
}

/// The path of the picture of an item on this service.
fn path_of(item: &Value) -> Option<String> {
    let address = item["image_url"].as_str()?;
    address.find("/goods-pictures/").map(|at| address[at..].to_owned())
}

/// The colour in the middle of a picture.
async fn colour(anonymous: &Actor, path: &str) -> [u8; 3] {
    // It is re-encoded when it is shown first.
    for _ in 0..2 {
        let shown = anonymous.get(path).await;
        assert_eq!(shown.status, 200);
        assert_eq!(shown.headers["content-type"], "image/jpeg");
        let picture = image::load_from_memory(&shown.bytes).expect("a JPEG").into_rgb8();
        let [red, green, blue] = picture.get_pixel(30, 30).0;
        // JPEG is not exact.
        let near = [RED, GREEN, BLUE].into_iter().flatten().find(|known| {
            let distance = known.iter().zip([red, green, blue]).map(|(a, b)| a.abs_diff(b)).max();
            distance.is_some_and(|distance| distance < 12)
        });
        if let Some(colour) = near {
            return colour;
        }
    }
    panic!("no known colour at {path}");
}

#[apply(on_both)]
async fn pictures_in_and_over_cells_belong_to_their_goods(app: App) {
    let (client, anonymous) = (app.client().await, app.anonymous());
    // The same goods: a thermos, an umbrella and a backpack. In the files of exceljs and LibreOffice it has two sizes, which share a
    // merged cell.
    let files: [(&str, &[u8], Vec<Colour>, u64); 6] = [
        (
            "openpyxl",
            include_bytes!("../fixtures/sheets/pictures-openpyxl.xlsx"),
            vec![RED, GREEN, None],
            0,
        ),
        (
            "xlsxwriter",
            include_bytes!("../fixtures/sheets/pictures-xlsxwriter.xlsx"),
            vec![RED, GREEN, BLUE],
            0,
        ),
        (
            "exceljs",
            include_bytes!("../fixtures/sheets/pictures-exceljs.xlsx"),
            vec![RED, GREEN, BLUE, BLUE],
            0,
        ),
        (
            "LibreOffice",
            include_bytes!("../fixtures/sheets/pictures-libreoffice.xlsx"),
            vec![RED, GREEN, BLUE, BLUE],
            0,
        ),
        (
            "LibreOffice ods",
            include_bytes!("../fixtures/sheets/pictures-libreoffice.ods"),
            vec![RED, GREEN, BLUE, BLUE],
            0,
        ),
        // The file of the last picture is lost.
        (
            "WPS",
            include_bytes!("../fixtures/sheets/pictures-wps.xlsx"),
            vec![RED, GREEN, None],
            1,
        ),
    ];
    for (program, file, expected, lost) in files {
        let order = create_draft(&client).await;
        let import = upload_preview(&client, order, file.to_vec()).await;
        assert_eq!(import["counts"]["hidden"]["pictures"], lost, "{program}: {import}");
        assert_eq!(import["counts"]["faulty"], 0, "{program}: {import}");
        run_step(&client, &import, "confirm").await;
        let mut colours = Vec::new();
        for item in order_items(&client, order).await {
            colours.push(match path_of(&item) {
                Some(path) => Some(colour(&anonymous, &path).await),
                None => None,
            });
        }
        assert_eq!(colours, expected, "{program}");
    }
}

#[apply(on_both)]
async fn pictures_count_as_storage_and_have_no_other_address(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let file = include_bytes!("../fixtures/sheets/pictures-openpyxl.xlsx");
    let owner = app.owner().await;
    let used = async || owner.get("/agent/balance").await.expect(200)["usage"]["storage"].clone();
    let before = used().await;
    let import = upload_preview(&client, order, file.to_vec()).await;
    run_step(&client, &import, "confirm").await;
    let after = used().await;
    assert!(after.as_i64() > before.as_i64(), "{before} {after}");
    let items = order_items(&client, order).await;
    let path = path_of(&items[0]).expect("a picture");
    let anonymous = app.anonymous();
    let (name, _) = path.rsplit_once('-').expect("parts");
    for other in [
        format!("{name}-0123456789abcdef0123456789abcdef.jpg"),
        path.replace(".jpg", ""),
        "/goods-pictures/1-..-source.bin".to_owned(),
    ] {
        anonymous.get(&other).await.expect_problem(404, "not_found");
    }
    let shown = anonymous.get(&path).await;
    let cached = shown.headers["cache-control"].to_str().expect("a text");
    assert!(cached.starts_with("public, max-age=31536000"), "{cached}");
}

#[apply(on_both)]
async fn files_that_are_no_pictures_are_left_out(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    sheet
        .write_row(0, 0, ["Товар", "Ссылка", "Цена", "Количество"])
        .expect("headers");
    for (row, id) in [(1, 611), (2, 612)] {
        sheet.write(row, 0, format!("Кружка {id}")).expect("a title");
        sheet
            .write(row, 1, format!("https://detail.1688.com/offer/{id}.html"))
            .expect("a link");
        sheet.write(row, 2, 12.5).expect("a price");
        sheet.write(row, 3, 2).expect("a quantity");
    }
    let png = crate::media::encode_image(40, 40, image::ImageFormat::Png);
    let picture = rust_xlsxwriter::Image::new_from_buffer(&png).expect("a picture");
    // A column without a header, and a logo above the goods.
    sheet.insert_image(1, 6, &picture).expect("a picture");
    sheet.insert_image(0, 1, &picture).expect("a logo");
    let file = book.save_to_buffer().expect("a workbook");
    let import = upload_preview(&client, order, file).await;
    assert_eq!(import["mapping"][6], "image_url", "{import}");
    run_step(&client, &import, "confirm").await;
    let items = order_items(&client, order).await;
    assert!(path_of(&items[0]).is_some(), "{items:?}");
    assert_eq!(items[1]["image_url"], json!(null));
}

#[apply(on_both)]
async fn pictures_live_as_long_as_their_import(app: App) {
    let client = app.client().await;
    let file = include_bytes!("../fixtures/sheets/pictures-openpyxl.xlsx");
    let mut paths = Vec::new();
    for _ in 0..2 {
        let order = create_draft(&client).await;
        let import = upload_preview(&client, order, file.to_vec()).await;
        run_step(&client, &import, "confirm").await;
        paths.push((
            order,
            path_of(&order_items(&client, order).await[0]).expect("a picture"),
        ));
    }
    let [(_, kept), (removed_order, removed)] = paths.as_slice() else {
        panic!("two orders")
    };
    // Imports go with their orders and agents.
    app.execute_sql(&format!(
        "DELETE FROM import_rows WHERE import_id IN (SELECT id FROM imports WHERE order_id = {removed_order})"
    ))
    .await;
    app.execute_sql(&format!(
        "UPDATE order_items SET import_id = NULL WHERE order_id = {removed_order}"
    ))
    .await;
    app.execute_sql(&format!("DELETE FROM imports WHERE order_id = {removed_order}"))
        .await;
    // The store uses the system time, not the test's clock.
    let clock = &app.state.clock;
    clock.advance(chrono::Utc::now() - clock.now() + chrono::Duration::hours(25));
    app.run_due_jobs().await;
    let anonymous = app.anonymous();
    assert_eq!(anonymous.get(kept).await.status, 200);
    anonymous.get(removed).await.expect_problem(404, "not_found");
}
