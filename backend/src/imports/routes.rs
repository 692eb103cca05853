//! Routes of imports.

use super::{
    confirm::{self, Refusal},
    headers, layouts, mapping, measures, pictures,
    preview::{self, Reader},
    purchase_exports, shipment_tracks, template, undo, upload,
};
use axum::{extract::State, response::Response};
use entities::{client, order};
use logistics::shipments;
use platform::{
    auth::{Caller, Membership},
    http::{Api, ApiResponse, ApiResult, Call, Failure, Input, Upload, attachment},
    page::PageWindow,
    scope::{AgentPolicy, AgentScope, ClientPolicy, RowPolicy, Scope, ScopedConnection},
    spreadsheet,
    state::AppState,
};
use sea_orm::EntityTrait;
use shared_types::{
    access::{Level, Object},
    fields::FieldErrors,
    id::OrderId,
    imports::*,
    items::{ExportFault, MEASURE_ROWS, MeasureList, PurchaseExport, ReadItemMeasures, ReadPurchaseExport},
    orders::Origin,
    page::Listing,
    problem::{Problem, ProblemCode},
    shipments::{ReadShipmentTracks, ShipmentTrackList, TRACK_ROWS},
};
use std::{collections::BTreeSet, sync::Arc};
use trade::orders::{
    OrderError,
    history::Actor,
    items::{self, exports, tracks},
    translation,
    viewer::Viewer,
};

/// Registers the routes of imports.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<UploadImport, _, _>(upload_import::<AgentPolicy>, upload_import::<ClientPolicy>)
        .serve_sides::<ListImports, _, _>(list_imports::<AgentPolicy>, list_imports::<ClientPolicy>)
        .serve_sides::<ShowImport, _, _>(get_import::<AgentPolicy>, get_import::<ClientPolicy>)
        .serve_sides::<ChangeImport, _, _>(update_mapping::<AgentPolicy>, update_mapping::<ClientPolicy>)
        .serve_sides::<ConfirmImport, _, _>(confirm_import::<AgentPolicy>, confirm_import::<ClientPolicy>)
        .serve_sides::<UndoImport, _, _>(undo_import::<AgentPolicy>, undo_import::<ClientPolicy>)
        .serve::<ReadPurchaseExport, _>(read_purchase_export)
        .serve::<ReadShipmentTracks, _>(read_shipment_tracks)
        .serve::<ReadItemMeasures, _>(read_item_measures)
        .serve::<ImportTemplateXlsx, _>(download_xlsx_template)
        .serve::<ImportTemplateCsv, _>(download_csv_template)
}

fn actor(caller: &Caller) -> Actor {
    Actor {
        via: Origin::Import,
        ..Actor::from(caller)
    }
}

/// The name of the client of an order.
async fn client_name(rows: &impl ScopedConnection, caller: &Caller, id: OrderId) -> Result<String, OrderError> {
    if let Membership::Member { client_name, .. } = &caller.membership {
        return Ok(client_name.clone());
    }
    let select = order::Entity::find_by_id(id).find_also_related(client::Entity);
    let found = rows.all_with(select).await?.into_iter().next();
    Ok(found
        .and_then(|(_, client)| client)
        .map(|client| client.name)
        .unwrap_or_default())
}

fn problem_of(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::Closed => Problem::new(ProblemCode::ImportClosed),
        Refusal::Undecided => Problem::new(ProblemCode::ImportUndecided),
        Refusal::Empty => Problem::new(ProblemCode::SheetEmpty),
        Refusal::PricesHidden => Problem::lacks_right(Object::OrderPrices, Level::View),
    }
}

async fn upload_import<W: RowPolicy>(
    State(state): State<AppState>,
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Upload<UploadImport>,
) -> Result<ApiResponse<UploadImport>, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.text("name", input.query.name.as_deref().unwrap_or_default(), limits::NAME);
    errors.into_result(())?;
    let reader = Reader::new(&caller);
    // Checked before the file is parsed, and again in the transaction that stores the rows.
    let order = upload::find_open(&scope, reader.side, input.path.0).await?;
    let mut sheet = spreadsheet::read(input.bytes.clone(), input.query.sheet, headers::has_headers).await?;
    let now = state.clock.now();
    let layout = layouts::choose(&scope, reader, &sheet.rows).await?;
    let pictures = pictures::store(&state, &scope, &order, (&mut sheet, &layout), now).await?;
    let import = scope.in_transaction(async |tx| {
        let order = upload::find_open(tx, reader.side, input.path.0).await?;
        upload::save(
            tx,
            (&order, reader),
            (name, &input.bytes),
            (sheet, layout, &pictures),
            now,
        )
        .await
    });
    Ok(ApiResponse(import.await?))
}

/// The export of a marketplace, which is read with the words of imports.
async fn read_purchase_export(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Upload<ReadPurchaseExport>,
) -> Result<ApiResponse<ReadPurchaseExport>, Failure> {
    let sheet = spreadsheet::read(input.bytes, None, purchase_exports::has_headers).await?;
    let rows = purchase_exports::read(&sheet.rows).ok_or(Problem::new(ProblemCode::SheetWithoutTracks))?;
    let viewer = Viewer::from_caller(&caller);
    let matches = exports::compare(&scope, rows.purchases, viewer).await?;
    let mut results = tracks::effects(&scope, &rows.tracks).await?;
    let mut skipped = rows.skipped;
    // The tracks of new purchases are stored once their items are bought.
    let new: BTreeSet<&str> = matches
        .purchases
        .iter()
        .map(|purchase| purchase.marketplace_order_number.as_str())
        .collect();
    let is_new = |number: Option<&str>| number.is_some_and(|number| new.contains(number));
    results.retain(|result| !is_new(Some(&result.marketplace_order_number)));
    skipped.retain(|row| row.fault != ExportFault::NoTrack || !is_new(row.marketplace_order_number.as_deref()));
    Ok(ApiResponse(PurchaseExport {
        results,
        purchases: matches.purchases,
        differences: matches.differences,
        skipped,
    }))
}

/// The tracks of a list, with what they would do.
async fn read_shipment_tracks(
    scope: AgentScope,
    input: Upload<ReadShipmentTracks>,
) -> Result<ApiResponse<ReadShipmentTracks>, Failure> {
    let sheet = spreadsheet::read(input.bytes, None, shipment_tracks::has_headers).await?;
    let list = shipment_tracks::read(&sheet.rows);
    let (tracks, skipped) = list.ok_or(Problem::new(ProblemCode::SheetWithoutTracks))?;
    if tracks.len() > TRACK_ROWS {
        return Err(Problem::limit(ProblemCode::SheetTooManyRows, TRACK_ROWS).into());
    }
    let results = shipments::tracks::effects(&scope, tracks).await?;
    Ok(ApiResponse(ShipmentTrackList { results, skipped }))
}

/// The weights and cells of a list, with what they would do.
async fn read_item_measures(
    scope: AgentScope,
    input: Upload<ReadItemMeasures>,
) -> Result<ApiResponse<ReadItemMeasures>, Failure> {
    let sheet = spreadsheet::read(input.bytes, None, measures::has_headers).await?;
    let list = measures::read(&sheet.rows);
    if list.lines.len() > MEASURE_ROWS {
        return Err(Problem::limit(ProblemCode::SheetTooManyRows, MEASURE_ROWS).into());
    }
    Ok(ApiResponse(MeasureList {
        results: items::measures::effects(&scope, list.lines).await?,
        skipped: list.skipped,
        ignored_columns: list.ignored_columns,
    }))
}

async fn list_imports<W: RowPolicy>(call: Call<ListImports, Scope<W>>) -> ApiResult<ListImports> {
    trade::orders::ensure_exists(&call.scope, call.path.0).await?;
    let data = preview::list(&call.scope, call.path.0, Reader::new(&call.caller)).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn get_import<W: RowPolicy>(call: Call<ShowImport, Scope<W>>) -> ApiResult<ShowImport> {
    // Pages start at a row number instead of an opaque cursor, so only the limit is checked here.
    PageWindow::from_query(call.query.limit, None)?;
    let page = preview::page(&call.scope, call.path, &call.query, Reader::new(&call.caller)).await?;
    Ok(ApiResponse(page))
}

async fn update_mapping<W: RowPolicy>(call: Call<ChangeImport, Scope<W>>) -> ApiResult<ChangeImport> {
    let reader = Reader::new(&call.caller);
    call.scope
        .run(&call.state, call.key, async |tx| {
            let changed = mapping::update(tx, call.path, call.body, reader, call.now).await?;
            Ok(changed.map_err(problem_of)?)
        })
        .await
}

async fn confirm_import<W: RowPolicy>(call: Call<ConfirmImport, Scope<W>>) -> ApiResult<ConfirmImport> {
    let (actor, reader, now) = (actor(&call.caller), Reader::new(&call.caller), call.now);
    call.run(async |tx| {
        let client = client_name(tx, &call.caller, call.path.0).await?;
        let confirmed = confirm::confirm(tx, &actor, &client, call.path, reader, now).await?;
        let import = confirmed.map_err(problem_of)?;
        if Viewer::from_caller(&call.caller).translates_more() {
            translation::added::queue_added(tx, call.caller.agent_id, call.path.0, now).await?;
        }
        Ok(import)
    })
    .await
}

async fn undo_import<W: RowPolicy>(call: Call<UndoImport, Scope<W>>) -> ApiResult<UndoImport> {
    let (actor, reader, now) = (actor(&call.caller), Reader::new(&call.caller), call.now);
    call.run(async |tx| {
        let client = client_name(tx, &call.caller, call.path.0).await?;
        let undone = undo::undo(tx, &actor, &client, call.path, reader, now).await?;
        Ok(undone.ok_or(ProblemCode::ImportNotUndoable)?)
    })
    .await
}

async fn download_xlsx_template(input: Input<ImportTemplateXlsx>) -> Result<Response, Failure> {
    let file = template::xlsx(input.query.language.unwrap_or_default()).map_err(Failure::internal)?;
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    Ok(attachment("karavan.xlsx", kind, file))
}

async fn download_csv_template(input: Input<ImportTemplateCsv>) -> Result<Response, Failure> {
    let file = template::csv(input.query.language.unwrap_or_default());
    Ok(attachment("karavan.csv", "text/csv; charset=utf-8", file))
}
