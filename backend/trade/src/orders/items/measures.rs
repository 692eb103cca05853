//! Weights and cells of many items.

use super::agent;
use crate::orders::{OrderError, history::Actor};
use chrono::{DateTime, Utc};
use entities::{order, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, entity::prelude::*, sea_query::ExprTrait};
use shared_types::{
    codes::{CodeKind, Scanned, normalize},
    fields::FieldErrors,
    id::ItemId,
    items::{
        AgentItemChange, ItemMeasure, ItemMeasures, ItemStatus, MEASURE_LINES, MeasureEffect as Effect, MeasureResult,
        MeasuredItem, limits,
    },
    orders::OrderStatus,
};
use std::collections::BTreeMap;

/// The lines with their texts cleaned.
fn validate(body: &ItemMeasures) -> Result<Vec<ItemMeasure>, FieldErrors> {
    let mut errors = FieldErrors::default();
    errors.lines("measures", body.measures.len(), MEASURE_LINES);
    let mut measures = Vec::new();
    for (index, line) in body.measures.iter().enumerate().take(MEASURE_LINES) {
        let path = |field: &str| format!("measures[{index}].{field}");
        let code = errors.required_scan(&path("code"), &line.code, limits::NUMBER);
        let cell = errors.scanned_text(&path("cell"), line.cell.as_deref(), limits::NUMBER);
        if let Some(grams) = line.weight_grams {
            errors.range(&path("weight_grams"), grams, 1, limits::WEIGHT_GRAMS);
        }
        measures.push(ItemMeasure {
            code,
            weight_grams: line.weight_grams,
            cell,
        });
    }
    errors.into_result(measures)
}

/// The item of a label code, or the items of a track.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    Item(ItemId),
    Track(String),
}

impl Named {
    fn from_code(code: &str) -> Self {
        match Scanned::parse(code) {
            Scanned::LabelCode(label) if label.kind == CodeKind::Item => Self::Item(ItemId(label.id)),
            _ => Self::Track(normalize(code)),
        }
    }

    fn is_of(&self, item: &item::Model) -> bool {
        match self {
            Self::Item(id) => item.id == *id,
            Self::Track(track) => item
                .domestic_track
                .as_deref()
                .is_some_and(|text| normalize(text) == *track),
        }
    }
}

/// Says what each line does. Takes one statement.
pub async fn effects(
    rows: &impl ScopedConnection,
    measures: Vec<ItemMeasure>,
) -> Result<Vec<MeasureResult>, OrderError> {
    let names: Vec<Named> = measures.iter().map(|line| Named::from_code(&line.code)).collect();
    let ids = names.iter().filter_map(|name| match name {
        Named::Item(id) => Some(*id),
        Named::Track(_) => None,
    });
    let written = measures.iter().map(|line| line.code.clone());
    let tracks = names.iter().filter_map(|name| match name {
        Named::Track(track) => Some(track.clone()),
        Named::Item(_) => None,
    });
    let select = item::Entity::find()
        .find_also_related(order::Entity)
        .filter(
            item::Column::Id
                .is_in(ids.collect::<Vec<_>>())
                .or(item::Column::DomesticTrack.is_in(written.chain(tracks))),
        )
        .filter(order::Column::Status.ne(OrderStatus::Draft))
        .order_by_asc(item::Column::Id);
    let found = rows.all_with(select).await?;
    let mut counts = BTreeMap::<Named, usize>::new();
    for name in &names {
        *counts.entry(name.clone()).or_default() += 1;
    }
    let results = measures.into_iter().zip(names).map(|(line, name)| {
        let items: Vec<_> = found.iter().filter(|(item, _)| name.is_of(item)).collect();
        let effect = if counts.get(&name).is_some_and(|count| *count > 1) {
            Effect::Repeated
        } else {
            effect_on(&line, items.iter().map(|(item, _)| item))
        };
        let view = |(item, order): &(item::Model, Option<order::Model>)| {
            Some(MeasuredItem {
                id: item.id,
                order_id: item.order_id,
                order_number: order.as_ref()?.number.clone(),
                title: item.title.clone(),
                status: item.status,
                weight_grams: item.weight_grams,
                cell: item.cell.clone(),
            })
        };
        MeasureResult {
            effect,
            items: items.into_iter().filter_map(view).collect(),
            code: line.code,
            weight_grams: line.weight_grams,
            cell: line.cell,
        }
    });
    Ok(results.collect())
}

fn effect_on<'a>(line: &ItemMeasure, items: impl Iterator<Item = &'a item::Model> + Clone) -> Effect {
    let count = items.clone().count();
    let is_there = |item: &item::Model| {
        matches!(
            item.status,
            ItemStatus::AtWarehouse | ItemStatus::Problem | ItemStatus::Packed
        )
    };
    if count == 0 {
        return Effect::Unknown;
    }
    if !items.clone().all(is_there) {
        return Effect::NotAtWarehouse;
    }
    if count > 1 && line.weight_grams.is_some() {
        return Effect::SeveralItems;
    }
    let mut effect = Effect::Nothing;
    for item in items {
        let weight = line
            .weight_grams
            .map(|grams| item.weight_grams.map(|present| present == grams));
        let cell = line
            .cell
            .as_ref()
            .map(|cell| item.cell.as_ref().map(|present| present == cell));
        for present in [weight, cell].into_iter().flatten() {
            match present {
                Some(false) => return Effect::Replace,
                None => effect = Effect::Set,
                Some(true) => {}
            }
        }
    }
    effect
}

/// Stores the weights and the cells, with an entry in the history of each order. Returns what each line did.
pub(super) async fn set(
    rows: &impl ScopedConnection,
    actor: &Actor,
    body: &ItemMeasures,
    now: DateTime<Utc>,
) -> Result<Vec<MeasureResult>, OrderError> {
    let results = effects(rows, validate(body)?).await?;
    let changes = |effect| effect == Effect::Set || (body.replace && effect == Effect::Replace);
    for result in results.iter().filter(|result| changes(result.effect)) {
        let change = AgentItemChange {
            weight_grams: result.weight_grams,
            cell: result.cell.clone(),
            ..AgentItemChange::default()
        };
        for item in &result.items {
            agent::update(rows, actor, (item.order_id, item.id), &change, None, now).await?;
        }
    }
    Ok(results)
}
