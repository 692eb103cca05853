//! Pictures of sheets.

use super::{order_items, run_step, upload};
use crate::{
    orders::create_draft,
    support::{Actor, on_both},
};
use serde_json::{Value, json};
use std::io::{Cursor, Read as _, Write as _};
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

type Colour = Option<[u8; 3]>;

const RED: Colour = Some([200, 40, 40]);
const GREEN: Colour = Some([40, 160, 60]);
const BLUE: Colour = Some([40, 60, 200]);

/// Uploads a sheet with pictures. Its storage is checked against the plan, which takes a statement more than other sheets.
async fn upload_preview(client: &Actor, order: i64, file: Vec<u8>) -> Value {
    let answer = upload(client, order, "goods", file).await;
    answer.expect_within_statements(201, 8)
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
    let files: [(&str, &[u8], Vec<Colour>, u64); 7] = [
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
        (
            "LibreOffice xls",
            include_bytes!("../fixtures/sheets/pictures-libreoffice.xls"),
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
async fn goods_without_a_column_of_pictures_take_the_one_that_has_most(app: App) {
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

#[apply(on_both)]
async fn pictures_of_hidden_rows_are_not_the_ones_of_their_neighbours(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    // The thermos is filtered out with its picture, the umbrella has none.
    let file = include_bytes!("../fixtures/sheets/pictures-filtered-openpyxl.xlsx");
    let import = upload_preview(&client, order, file.to_vec()).await;
    run_step(&client, &import, "confirm").await;
    let items = order_items(&client, order).await;
    let pictures: Vec<bool> = items.iter().map(|item| path_of(item).is_some()).collect();
    assert_eq!(pictures, [false, true], "{items:?}");
    let path = path_of(&items[1]).expect("a picture");
    assert_eq!(Some(colour(&app.anonymous(), &path).await), BLUE);
}

/// A workbook whose parts with these names have another content.
fn with_parts(file: &[u8], changed: &[(&str, &[u8])]) -> Vec<u8> {
    let mut from = ZipArchive::new(Cursor::new(file)).expect("an archive");
    let mut to = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..from.len() {
        let mut part = from.by_index(at).expect("a part");
        let name = part.name().expect("a name").into_owned();
        let mut content = Vec::new();
        part.read_to_end(&mut content).expect("read");
        if let Some((_, other)) = changed.iter().find(|(changed, _)| *changed == name) {
            content = other.to_vec();
        }
        to.start_file(name, SimpleFileOptions::default()).expect("a part");
        to.write_all(&content).expect("written");
    }
    to.finish().expect("an archive").into_inner()
}

#[apply(on_both)]
async fn pictures_that_cannot_be_read_do_not_refuse_the_sheet(app: App) {
    let client = app.client().await;
    let file = include_bytes!("../fixtures/sheets/pictures-openpyxl.xlsx");
    let cases: [(&str, &[u8], &[bool]); 3] = [
        ("xl/media/image1.png", b"no picture", &[false, true, false]),
        ("xl/media/image1.png", b"", &[false, true, false]),
        ("xl/drawings/drawing1.xml", b"<wsDr><twoCellAnchor></from>", &[false; 3]),
    ];
    for (part, content, expected) in cases {
        let order = create_draft(&client).await;
        let import = upload_preview(&client, order, with_parts(file, &[(part, content)])).await;
        assert_eq!(import["counts"]["hidden"]["pictures"], 1, "{part}: {import}");
        assert_eq!(import["counts"]["new"], 3, "{part}: {import}");
        run_step(&client, &import, "confirm").await;
        let items = order_items(&client, order).await;
        let pictures: Vec<bool> = items.iter().map(|item| path_of(item).is_some()).collect();
        assert_eq!(pictures, expected, "{part}");
    }
}
