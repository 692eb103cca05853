//! Endpoints of keys. All but the first are closed to keys.

use super::dto::*;
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::Nothing,
    id::ApiKeyId,
    page::Page,
};

const VIEW: PerSide<Access> = PerSide::right(Object::Settings, Level::View);
const EDIT: PerSide<Access> = PerSide::right(Object::Settings, Level::Edit);

crate::endpoints! {
    api_key_endpoints:

    [ApiKeys]
    ShowCurrentKey, "show_current_agent_key" | "show_current_client_key": Get "/key", PerSide::GUARD, 200;
    "Returns the key of the request with its rights. Any key may call it; without a key the response is 404.";
    path = (), query = Nothing, body = Nothing => CurrentKey;

    ListApiKeys, "list_agent_keys" | "list_client_keys": Get "/api-keys", VIEW, 200;
    "Lists the keys of the agent's staff, newest first, with keys that ended in the last 30 days."
        | "Lists the keys of the client's members, newest first, with keys that ended in the last 30 days.";
    path = (), query = ApiKeyQuery, body = Nothing => Page<ApiKey>;

    CreateApiKey, "create_agent_key" | "create_client_key": Post "/api-keys", EDIT, 201, step_up = true;
    "Creates a key that acts in the caller's name. Only this response contains the key.";
    path = (), query = Nothing, body = NewApiKey => CreatedApiKey;

    ChangeApiKey, "change_agent_key" | "change_client_key": Patch "/api-keys/{key}", EDIT, 200, step_up = true;
    "Changes name, rights, networks or origins of an own key. They apply from its next request on.";
    path = (ApiKeyId,), query = Nothing, body = ApiKeyChange => ApiKey;

    RollApiKey, "roll_agent_key" | "roll_client_key": Post "/api-keys/{key}/roll", EDIT, 201, step_up = true;
    "Replaces an own key by one with a new secret and the same rights and lifetime. The old one works on for the chosen hours.";
    path = (ApiKeyId,), query = Nothing, body = ApiKeyRoll => CreatedApiKey;

    RevokeApiKey, "revoke_agent_key" | "revoke_client_key": Delete "/api-keys/{key}", EDIT, 204;
    "Revokes a key. It is refused from the next request on. Keys of others need the level `manage`.";
    path = (ApiKeyId,), query = Nothing, body = Nothing => Nothing;
}
