//! Addresses of notifications.

use super::{announcements, audience, dispatch, preferences};
use crate::{
    clients::entity as client,
    identity::entity::user,
    messengers::entity::contact,
    platform::{
        auth::Caller,
        http::{Answer, Api, Failure, IfMatch, Input, finish},
        scope::{AgentScope, ClientScope, Rows, UserScope},
        state::AppState,
    },
};
use axum::extract::State;
use sea_orm::{QueryOrder, QuerySelect, QueryTrait, entity::prelude::*};
use shared_types::{access::Guard, endpoint::Nothing, fields::FieldErrors, notifications::*};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<ListNotifications, _>(list)
        .serve::<CreateNotification, _>(create)
        .serve::<RehearseNotification, _>(rehearse)
        .serve::<ShowNotification, _>(show)
        .serve::<ChangeNotification, _>(change)
        .serve::<DeleteNotification, _>(delete)
        .serve::<SendNotification, _>(send)
        .serve::<ListNotificationDeliveries, _>(list_deliveries)
        .serve::<ListAnnouncements, _>(list_announcements)
        .serve::<AgentNoticePreferences, _>(agent_preferences)
        .serve::<ChooseAgentNotices, _>(choose_agent)
        .serve::<ClientNoticePreferences, _>(client_preferences)
        .serve::<ChooseClientNotices, _>(choose_client)
}

async fn list(scope: AgentScope, input: Input<ListNotifications>) -> Result<Answer<ListNotifications>, Failure> {
    Ok(Answer(announcements::page(&scope, &input.query).await?))
}

async fn create(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<CreateNotification>,
) -> Result<Answer<CreateNotification>, Failure> {
    let tx = scope.begin().await?;
    let done = announcements::create(&tx, &input.body, state.clock.now()).await;
    finish(&state, tx, input.key, done).await
}

/// Who would get a text, and how the first of them would read it.
async fn rehearse(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: AgentScope,
    input: Input<RehearseNotification>,
) -> Result<Answer<RehearseNotification>, Failure> {
    let mut errors = FieldErrors::default();
    let body = announcements::body(&mut errors, &input.body.body);
    audience::check(&mut errors, &input.body.audience);
    errors.or(())?;
    let now = state.clock.now();
    let clients = audience::clients(caller.agent_id, &input.body.audience, now);
    let ids = || clients.clone().select_only().column(client::Column::Id).into_query();
    let reached = reachable(ids());
    let counts = scope
        .counts::<client::Entity>(
            vec![
                client::Column::Id.in_subquery(ids()).into(),
                client::Column::Id.in_subquery(reached).into(),
            ],
            i64::MAX.unsigned_abs(),
        )
        .await?;
    let first = scope.one(clients.order_by_asc(client::Column::Id)).await?;
    let example_code = first.as_ref().map(|client| client.code.clone());
    let example = match first {
        Some(client) => {
            let fields = dispatch::filled(&state, caller.agent_id, vec![client]).await?;
            let template = Template::parse(&body).unwrap_or_default();
            fields.first().map(|(_, fields)| template.fill(fields))
        }
        None => None,
    };
    let [clients, reachable] = <[i64; 2]>::try_from(counts).unwrap_or_default();
    Ok(Answer(Rehearsed {
        clients,
        reachable,
        example_code,
        example,
    }))
}

/// Those of the clients with a confirmed member who has a chat.
fn reachable(ids: sea_orm::sea_query::SelectStatement) -> sea_orm::sea_query::SelectStatement {
    use crate::identity::entity::client_member as member;
    let phones = contact::Entity::find()
        .select_only()
        .column(contact::Column::Phone)
        .filter(contact::Column::BlockedAt.is_null())
        .into_query();
    let people = user::Entity::find()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::DisabledAt.is_null())
        .filter(user::Column::Phone.in_subquery(phones))
        .into_query();
    member::Entity::find()
        .select_only()
        .column(member::Column::ClientId)
        .filter(member::Column::ClientId.in_subquery(ids))
        .filter(member::Column::ConfirmedAt.is_not_null())
        .filter(member::Column::DisabledAt.is_null())
        .filter(member::Column::UserId.in_subquery(people))
        .into_query()
}

async fn show(scope: AgentScope, input: Input<ShowNotification>) -> Result<Answer<ShowNotification>, Failure> {
    Ok(Answer(announcements::show(&scope, input.path.0).await?))
}

async fn change(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeNotification>,
) -> Result<Answer<ChangeNotification>, Failure> {
    let tx = scope.begin().await?;
    let changed = announcements::change(&tx, input.path.0, &input.body, version, state.clock.now()).await?;
    tx.commit().await?;
    Ok(Answer(changed))
}

async fn delete(
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<DeleteNotification>,
) -> Result<Answer<DeleteNotification>, Failure> {
    let tx = scope.begin().await?;
    announcements::delete(&tx, input.path.0, version).await?;
    tx.commit().await?;
    Ok(Answer(Nothing {}))
}

async fn send(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<SendNotification>,
) -> Result<Answer<SendNotification>, Failure> {
    let tx = scope.begin().await?;
    let done = announcements::send(&tx, input.path.0, state.clock.now()).await;
    let answer = finish(&state, tx, input.key, done).await?;
    state.wake_worker();
    Ok(answer)
}

async fn list_deliveries(
    scope: AgentScope,
    input: Input<ListNotificationDeliveries>,
) -> Result<Answer<ListNotificationDeliveries>, Failure> {
    Ok(Answer(
        announcements::deliveries(&scope, input.path.0, &input.query).await?,
    ))
}

async fn list_announcements(
    scope: ClientScope,
    input: Input<ListAnnouncements>,
) -> Result<Answer<ListAnnouncements>, Failure> {
    Ok(Answer(announcements::received(&scope, &input.query).await?))
}

async fn preferences_of(
    state: &AppState,
    caller: &Caller,
    scope: &UserScope,
    guard: Guard,
) -> Result<NoticePreferences, Failure> {
    Ok(preferences::show(&state.system(), scope, &state.config, guard, &caller.phone).await?)
}

async fn choose(
    state: &AppState,
    caller: &Caller,
    scope: &UserScope,
    guard: Guard,
    choices: &NoticeChoices,
) -> Result<NoticePreferences, Failure> {
    preferences::check(guard, choices)?;
    let tx = scope.begin().await?;
    preferences::choose(&tx, choices).await?;
    tx.commit().await?;
    preferences_of(state, caller, scope, guard).await
}

async fn agent_preferences(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: UserScope,
) -> Result<Answer<AgentNoticePreferences>, Failure> {
    Ok(Answer(preferences_of(&state, &caller, &scope, Guard::Agent).await?))
}

async fn choose_agent(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: UserScope,
    input: Input<ChooseAgentNotices>,
) -> Result<Answer<ChooseAgentNotices>, Failure> {
    Ok(Answer(
        choose(&state, &caller, &scope, Guard::Agent, &input.body).await?,
    ))
}

async fn client_preferences(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: UserScope,
) -> Result<Answer<ClientNoticePreferences>, Failure> {
    Ok(Answer(preferences_of(&state, &caller, &scope, Guard::Client).await?))
}

async fn choose_client(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: UserScope,
    input: Input<ChooseClientNotices>,
) -> Result<Answer<ChooseClientNotices>, Failure> {
    Ok(Answer(
        choose(&state, &caller, &scope, Guard::Client, &input.body).await?,
    ))
}
