//! Sheets as other programs and people of the trade write them: exports of shops, forms of agents, invoices, wholesale forms.
//!
//! `fixtures/sheets/outside.txt` has each sheet with its format and outcome, its rows, and the items that it has to become.

use super::{import_path, order_items, run_step, upload_preview};
use crate::{
    orders::create_draft,
    support::{Actor, on_both},
};
use rust_xlsxwriter::{Format, Workbook};
use serde_json::{Value, json};

const SHEETS: &str = include_str!("../fixtures/sheets/outside.txt");

struct Outside {
    name: &'static str,
    format: &'static str,
    outcome: &'static str,
    /// Rows with errors: they have no link or price.
    faulty: u64,
    rows: Vec<&'static str>,
    /// The headers that are asked about.
    asked: Vec<&'static str>,
    items: Vec<String>,
}

fn sheets() -> Vec<Outside> {
    let sections = SHEETS.split("=== ").skip(1);
    let parse = |section: &'static str| {
        let (head, body) = section.split_once('\n').expect("a head");
        let (rows, expected) = body.split_once("---\n").expect("items");
        let mut head = head.split('|').map(str::trim);
        let mut next = || head.next().unwrap_or_default();
        let (asked, items): (Vec<&str>, Vec<&str>) = expected.lines().partition(|line| line.starts_with("? "));
        Outside {
            name: next(),
            format: next(),
            outcome: next(),
            faulty: next().parse().unwrap_or_default(),
            rows: rows.lines().collect(),
            asked: asked.iter().flat_map(|line| line[2..].split("; ")).collect(),
            items: items.into_iter().map(str::to_owned).collect(),
        }
    };
    sections.map(parse).collect()
}

/// Writes a workbook: numbers as numbers, and `^` as a part of the cell above.
fn workbook(rows: &[&str]) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let cells: Vec<Vec<&str>> = rows.iter().map(|row| row.split('|').collect()).collect();
    for (row, texts) in (0..).zip(&cells) {
        for (column, text) in (0..).zip(texts) {
            let below = cells[row + 1..].iter();
            let merged = below.take_while(|texts| texts.get(column) == Some(&"^")).count();
            let at = (
                u32::try_from(row).expect("a row"),
                u16::try_from(column).expect("a column"),
            );
            // Ids are texts, because Excel keeps 15 digits and shows 11.
            let number = text.parse::<f64>().ok().filter(|_| text.len() < 12);
            let result = match (*text, number) {
                ("" | "^", _) => continue,
                (text, _) if merged > 0 => {
                    let last = at.0 + u32::try_from(merged).expect("a row");
                    sheet.merge_range(at.0, at.1, last, at.1, text, &Format::new())
                }
                (_, Some(number)) => sheet.write_number(at.0, at.1, number),
                (text, None) => sheet.write_string(at.0, at.1, text),
            };
            let _ = result.expect("a cell");
        }
    }
    book.save_to_buffer().expect("a workbook")
}

fn file(sheet: &Outside) -> Vec<u8> {
    let text = sheet.rows.join("\r\n");
    match sheet.format.rsplit_once(' ') {
        None => workbook(&sheet.rows),
        Some((_, "gb18030")) => encoding_rs::GB18030.encode(&text).0.into_owned(),
        Some(_) => format!("\u{feff}{text}").into_bytes(),
    }
}

/// The items of a draft as `outside.txt` writes them.
async fn lines(client: &Actor, order: i64) -> Vec<String> {
    let card = client.get(&format!("/client/orders/{order}")).await.expect(200);
    let groups = card["groups"].as_array().expect("groups");
    let items = order_items(client, order).await;
    items.iter().map(|item| line(item, groups)).collect()
}

fn line(item: &Value, groups: &[Value]) -> String {
    let group = groups
        .iter()
        .find(|group| group["id"] == item["group_id"])
        .expect("a group");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let price = format!(
        "{} {}",
        text(&item["price"]["amount"]),
        text(&item["price"]["currency"])
    );
    let texts = [
        text(&item["title"]),
        text(&item["url"]),
        price,
        item["quantity"].to_string(),
        text(&item["variant"]),
        text(&item["external_id"]),
        text(&group["shop_name"]),
        text(&item["comment"]),
    ];
    texts.join("|").trim_end_matches('|').to_owned()
}

/// The names of the columns that are asked about.
fn asked_columns(import: &Value, headers: &Value) -> Vec<String> {
    let columns = import["columns"].as_array().expect("columns").iter().enumerate();
    let open = columns.filter(|(at, column)| {
        let undecided = column["filled"] != 0 && import["mapping"][at].is_null();
        undecided || (!column["question"].is_null() && column["decimal_mark"].is_null())
    });
    open.map(|(at, _)| headers[at].as_str().unwrap_or_default().to_owned())
        .collect()
}

#[apply(on_both)]
async fn sheets_of_the_trade_are_read_without_a_wrong_value(app: App) {
    let client = app.client().await;
    let mut counts = [0; 4];
    let mut surprises = Vec::new();
    for sheet in sheets() {
        let order = create_draft(&client).await;
        let import = upload_preview(&client, order, file(&sheet)).await;
        let preview = client.get(&import_path(&import)).await.expect(200);
        let asked = asked_columns(&import, &preview["headers"]);
        if !asked.is_empty() {
            let fields = import["mapping"].as_array().expect("a mapping").iter();
            let decided = fields.map(|field| {
                if field.is_null() {
                    json!("ignored")
                } else {
                    field.clone()
                }
            });
            let change = json!({"mapping": decided.collect::<Vec<_>>()});
            let _ = client.patch(&import_path(&import), change).await;
        }
        let confirmed = client
            .post(&format!("{}/confirm", import_path(&import)), json!({}))
            .await;
        let items = lines(&client, order).await;
        let faulty = import["counts"]["faulty"].as_u64().expect("a count");
        let outcome = match () {
            () if items.iter().any(|item| !sheet.items.contains(item)) => "wrong",
            () if items.is_empty() || confirmed.status != 200 => "refused",
            () if items != sheet.items => "wrong",
            () if asked.is_empty() => "right",
            () => "asked",
        };
        let kinds = ["right", "asked", "refused", "wrong"];
        counts[kinds.iter().position(|kind| *kind == outcome).expect("a kind")] += 1;
        println!("{outcome:8} {} {asked:?} {faulty}", sheet.name);
        if (outcome, faulty, asked.iter().map(String::as_str).collect()) != (sheet.outcome, sheet.faulty, sheet.asked) {
            surprises.push(format!(
                "{}: {outcome}, {faulty} faulty, asked {asked:?}, {items:#?}",
                sheet.name
            ));
        }
    }
    println!("right, asked, refused, wrong: {counts:?}");
    assert!(surprises.is_empty(), "{}", surprises.join("\n"));
    assert_eq!(counts, [27, 5, 4, 0]);
}

#[apply(on_both)]
async fn sheet_of_the_trade_changes_nothing_when_it_is_imported_again(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    for sheet in sheets().iter().filter(|sheet| sheet.outcome == "right") {
        let import = upload_preview(&client, order, file(sheet)).await;
        run_step(&client, &import, "confirm").await;
        let again = upload_preview(&client, order, file(sheet)).await;
        let counts = ["new", "updated", "unchanged"].map(|name| again["counts"][name].as_u64().expect("a count"));
        assert_eq!(counts, [0, 0, sheet.items.len() as u64], "{}", sheet.name);
        run_step(&client, &import, "undo").await;
        assert_eq!(order_items(&client, order).await, Vec::<Value>::new(), "{}", sheet.name);
    }
}
