//! Routes of notifications.

use super::{
    announcements, attention, audience, dispatch, email,
    preferences::{self, PersonChoices},
};
use axum::extract::{RawPathParams, State};
use entities::{client, messenger_contact as contact, notification, notification_delivery, user};
use infra::{emails, push};
use platform::{
    auth::Caller,
    http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall, Failure, IfMatch, Input, PersonCall},
    scope::{AgentScope, ClientScope, ScopedConnection, UserScope},
    state::AppState,
};
use sea_orm::{Condition, QueryOrder, QuerySelect, QueryTrait, entity::prelude::*, sea_query::SelectStatement};
use shared_types::{
    access::{Guard, Level, Object},
    endpoint::Nothing,
    fields::FieldErrors,
    notifications::*,
};
use std::sync::Arc;

pub fn routes(api: Api) -> Api {
    api.serve::<ListNotifications, _>(list)
        .serve::<CountNotifications, _>(count)
        .serve::<CreateNotification, _>(create)
        .serve::<PreviewNotification, _>(rehearse)
        .serve::<ShowNotification, _>(get)
        .serve::<ChangeNotification, _>(update)
        .serve::<DeleteNotification, _>(delete)
        .serve::<SendNotification, _>(send)
        .serve::<ListNotificationDeliveries, _>(list_deliveries)
        .serve::<ListAnnouncements, _>(list_announcements)
        .serve::<CountAnnouncements, _>(count_announcements)
        .serve::<ShowNoticePreferences, _>(get_preferences)
        .serve::<ChangeNoticePreferences, _>(update_preferences)
        .serve::<Unsubscribe, _>(unsubscribe)
        .serve_sides::<ShowAttention, _, _>(staff_attention, client_attention)
}

async fn list(scope: AgentScope, input: Input<ListNotifications>) -> Result<ApiResponse<ListNotifications>, Failure> {
    Ok(ApiResponse(announcements::list(&scope, &input.query).await?))
}

async fn count(scope: AgentScope) -> Result<ApiResponse<CountNotifications>, Failure> {
    Ok(ApiResponse(announcements::count::<notification::Entity>(&scope).await?))
}

async fn create(call: AgentCall<CreateNotification>) -> ApiResult<CreateNotification> {
    call.run(async |tx| Ok(announcements::create(tx, &call.body, call.now).await?))
        .await
}

/// How many clients a text would reach, and the text as the first of them would read it.
async fn rehearse(call: AgentCall<PreviewNotification>) -> ApiResult<PreviewNotification> {
    let mut errors = FieldErrors::default();
    let body = announcements::check_body(&mut errors, &call.body.body);
    audience::validate(&mut errors, &call.body.audience);
    errors.into_result(())?;
    let clients = audience::select_clients(call.caller.agent_id, &call.body.audience, call.now);
    let ids = || clients.clone().select_only().column(client::Column::Id).into_query();
    let subscribers = push::select_subscribers(call.caller.agent_id, Guard::Client, call.now);
    let reached = reachable(ids(), emails::is_enabled(&call.state.config), subscribers);
    let counts = call
        .scope
        .counts::<client::Entity>(
            vec![
                client::Column::Id.in_subquery(ids()).into(),
                client::Column::Id.in_subquery(reached).into(),
            ],
            i64::MAX.unsigned_abs(),
        )
        .await?;
    let first = call.scope.one(clients.order_by_asc(client::Column::Id)).await?;
    let example_code = first.as_ref().map(|client| client.code.clone());
    let example = match first {
        Some(client) => {
            let fields = dispatch::client_fields(&call.state, call.caller.agent_id, vec![client]).await?;
            let template = Template::parse(&body).unwrap_or_default();
            let sees_sums = call.caller.rights.allows(Object::Balance, Level::View);
            fields.first().map(|(_, fields)| {
                if sees_sums {
                    template.render(fields)
                } else {
                    template.render(&fields.without_sums())
                }
            })
        }
        None => None,
    };
    let [clients, reachable] = <[i64; 2]>::try_from(counts).unwrap_or_default();
    Ok(ApiResponse(NotificationPreview {
        clients,
        reachable,
        example_code,
        example,
    }))
}

/// Filters clients that have a confirmed member with a linked chat, a browser or, where e-mail is sent, a confirmed address.
fn reachable(ids: SelectStatement, by_email: bool, subscribers: SelectStatement) -> SelectStatement {
    use entities::client_member as member;
    let phones = contact::Entity::find()
        .select_only()
        .column(contact::Column::Phone)
        .filter(contact::Column::BlockedAt.is_null())
        .into_query();
    let mut reached = Condition::any()
        .add(user::Column::Phone.in_subquery(phones))
        .add(user::Column::Id.in_subquery(subscribers));
    if by_email {
        reached = reached.add(user::Column::Email.is_not_null());
    }
    let people = user::Entity::find()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::DisabledAt.is_null())
        .filter(reached)
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

async fn get(scope: AgentScope, input: Input<ShowNotification>) -> Result<ApiResponse<ShowNotification>, Failure> {
    Ok(ApiResponse(announcements::get(&scope, input.path.0).await?))
}

async fn update(IfMatch(version): IfMatch, call: AgentCall<ChangeNotification>) -> ApiResult<ChangeNotification> {
    call.run(async |tx| Ok(announcements::update(tx, call.path.0, &call.body, version, call.now).await?))
        .await
}

async fn delete(IfMatch(version): IfMatch, call: AgentCall<DeleteNotification>) -> ApiResult<DeleteNotification> {
    call.run(async |tx| {
        announcements::delete(tx, call.path.0, version).await?;
        Ok(Nothing {})
    })
    .await
}

async fn send(call: AgentCall<SendNotification>) -> ApiResult<SendNotification> {
    let answer = call
        .run(async |tx| Ok(announcements::send(tx, call.path.0, call.now).await?))
        .await?;
    call.state.wake_worker();
    Ok(answer)
}

async fn list_deliveries(
    scope: AgentScope,
    input: Input<ListNotificationDeliveries>,
) -> Result<ApiResponse<ListNotificationDeliveries>, Failure> {
    Ok(ApiResponse(
        announcements::list_deliveries(&scope, input.path.0, &input.query).await?,
    ))
}

async fn list_announcements(call: ClientCall<ListAnnouncements>) -> ApiResult<ListAnnouncements> {
    let sees_sums = call
        .caller
        .rights
        .allows(Notice::Announcement.sums_object(), Level::View);
    Ok(ApiResponse(
        announcements::list_received(&call.scope, sees_sums, &call.query).await?,
    ))
}

async fn count_announcements(scope: ClientScope) -> Result<ApiResponse<CountAnnouncements>, Failure> {
    Ok(ApiResponse(
        announcements::count::<notification_delivery::Entity>(&scope).await?,
    ))
}

async fn get_preferences(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: UserScope,
) -> Result<ApiResponse<ShowNoticePreferences>, Failure> {
    let person = PersonChoices::load(&state, &scope, &caller).await?;
    Ok(ApiResponse(person.view(&state.config, caller.guard())))
}

async fn update_preferences(call: PersonCall<ChangeNoticePreferences>) -> ApiResult<ChangeNoticePreferences> {
    let (guard, choices) = (call.caller.guard(), call.body);
    preferences::validate(guard, &choices)?;
    let mut person = PersonChoices::load(&call.state, &call.scope, &call.caller).await?;
    let complete = person.complete(&choices);
    call.scope
        .in_transaction(async |tx| preferences::save(tx, &complete).await)
        .await?;
    let wants_email = |choice: &NoticeChoice| choice.enabled && choice.channel == NoticeChannel::Email;
    if choices.choices.iter().any(wants_email) {
        emails::forget_failure(&call.state.system(), call.caller.user_id).await?;
        person.forget_failure();
    }
    Ok(ApiResponse(person.view(&call.state.config, guard)))
}

/// The body is ignored: mail programs send a form, as RFC 8058 says.
async fn unsubscribe(
    State(state): State<AppState>,
    params: RawPathParams,
) -> Result<ApiResponse<Unsubscribe>, Failure> {
    let token = params.iter().next().map_or("", |(_, token)| token);
    email::unsubscribe(&state, token).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn staff_attention(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: AgentScope,
) -> Result<ApiResponse<ShowAttention>, Failure> {
    Ok(ApiResponse(
        attention::for_staff(&scope, &caller, state.clock.now()).await?,
    ))
}

async fn client_attention(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    scope: ClientScope,
) -> Result<ApiResponse<ShowAttention>, Failure> {
    Ok(ApiResponse(
        attention::for_client(&scope, &caller, state.clock.now()).await?,
    ))
}
