//! Handlers for the client picker and the client's own settings.

use entities::client as entity;
use platform::{
    http::{Api, ApiResponse, ApiResult, ClientCall, Failure, IfMatch, Input},
    scope::{AgentScope, ClientScope, ScopedConnection},
};
use sea_orm::{
    Condition, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LikeExpr},
};
use shared_types::{clients::*, fields::FieldErrors, page::Listing, problem::ProblemCode, search_text::fold_letter};

/// Maximum number of clients in the picker.
const MAX_OPTIONS: u64 = 50;

/// Registers the client endpoints.
pub fn routes(api: Api) -> Api {
    api.serve::<FindClients, _>(find)
        .serve::<ShowClientSettings, _>(get_settings)
        .serve::<ChangeClientSettings, _>(update_settings)
}

/// Matches clients whose code, name or company contains the text.
pub fn search_filter(text: &str) -> Condition {
    contains_text(
        &[entity::Column::Code, entity::Column::Name, entity::Column::Company],
        text,
    )
}

/// Matches rows of which a column contains the text as typed, in lower case, in upper case, capitalized, or with Latin letters instead
/// of Cyrillic ones that look like them.
/// SQLite's `LIKE` ignores case only within ASCII, and PostgreSQL's not at all.
pub fn contains_text<C: ColumnTrait>(columns: &[C], text: &str) -> Condition {
    let lower = text.to_lowercase();
    let mut letters = lower.chars();
    let capital = letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect::<String>()
    });
    let mut any = Condition::any();
    let latin: String = lower.chars().map(fold_letter).collect();
    for variant in [
        text.to_owned(),
        text.to_uppercase(),
        lower,
        capital,
        latin.to_uppercase(),
    ] {
        let escaped = variant.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        for column in columns {
            any = any.add(column.like(LikeExpr::new(format!("%{escaped}%")).escape('\\')));
        }
    }
    any
}

async fn find(scope: AgentScope, input: Input<FindClients>) -> Result<ApiResponse<FindClients>, Failure> {
    let mut errors = FieldErrors::default();
    let search = errors.text("search", input.query.search.as_deref().unwrap_or_default(), NAME);
    errors.into_result(())?;
    let select = entity::Entity::find()
        .filter(search_filter(&search))
        .apply_if(input.query.client_id, |select, id| {
            select.filter(entity::Column::Id.eq(id))
        })
        .order_by_asc(entity::Column::Code)
        .limit(MAX_OPTIONS);
    let option = |client: entity::Model| ClientOption {
        id: client.id,
        code: client.code,
        name: client.name,
    };
    Ok(ApiResponse(Listing {
        data: scope.all(select).await?.into_iter().map(option).collect(),
    }))
}

fn settings_view(client: entity::Model) -> ClientSettings {
    ClientSettings {
        name: client.name,
        company: client.company,
        code: client.code,
        currency: client.currency,
        version: client.version,
    }
}

async fn get_settings(scope: ClientScope) -> Result<ApiResponse<ShowClientSettings>, Failure> {
    let client = scope.one(entity::Entity::find()).await?.ok_or(ProblemCode::NotFound)?;
    Ok(ApiResponse(settings_view(client)))
}

async fn update_settings(
    IfMatch(version): IfMatch,
    call: ClientCall<ChangeClientSettings>,
) -> ApiResult<ChangeClientSettings> {
    let ClientSettingsChange {
        name,
        company,
        currency,
    } = call.body;
    let mut errors = FieldErrors::default();
    let name = name.map(|name| errors.required_text("name", &name, NAME));
    let company = company.map(|company| errors.optional_text("company", Some(&company), NAME));
    errors.into_result(())?;
    let mut update = entity::Entity::update_many()
        .col_expr(entity::Column::Version, Expr::col(entity::Column::Version).add(1))
        .col_expr(entity::Column::UpdatedAt, Expr::value(call.now));
    if let Some(name) = name {
        update = update.col_expr(entity::Column::Name, Expr::value(name));
    }
    if let Some(company) = company {
        update = update.col_expr(entity::Column::Company, Expr::value(company));
    }
    if let Some(currency) = currency {
        update = update.col_expr(entity::Column::Currency, Expr::value(currency));
    }
    if let Some(version) = version {
        update = update.filter(entity::Column::Version.eq(version));
    }
    // The row policy restricts the update to the client's own row, so no updated row means a stale version.
    let client = call
        .scope
        .update(update)
        .await?
        .pop()
        .ok_or(ProblemCode::VersionStale)?;
    super::record_change(&call.scope, &client);
    Ok(ApiResponse(settings_view(client)))
}
