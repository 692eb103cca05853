//! Sockets: who hears what, when they hear no more, and what two replicas tell each other.

use super::{chat, pair, write};
use crate::support::{Actor, App, CLIENT, OTHER_OWNER, OWN_ONLY, OWNER, WAREHOUSE, on_both};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tokio::{net::TcpStream, sync::watch, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, protocol::frame::coding::CloseCode},
};

/// How long is waited for what must come.
const SOON: Duration = Duration::from_secs(5);
/// How long is waited for what must not come.
const A_WHILE: Duration = Duration::from_millis(300);

/// A replica with its sockets.
struct Server {
    address: SocketAddr,
    stop: watch::Sender<bool>,
}

async fn serve(app: &App) -> Server {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let service = app.router.clone().into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    let (stop, stopping) = watch::channel(false);
    tokio::spawn(karavan::chat::run(app.state.clone(), stopping));
    Server { address, stop }
}

/// A socket of somebody.
struct Ear {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    id: String,
}

/// What came.
#[derive(Debug)]
enum Heard {
    Frame(Value),
    Closed(u16),
    Nothing,
}

impl Ear {
    async fn open(server: &Server) -> Self {
        let url = format!(
            "ws://{}/app/karavan?protocol=7&client=js&version=8.6.0&flash=false",
            server.address
        );
        let (socket, _) = connect_async(url).await.expect("connects");
        let mut ear = Self {
            socket,
            id: String::new(),
        };
        let hello = ear.frame("pusher:connection_established").await;
        assert_eq!(hello["activity_timeout"], 30);
        hello["socket_id"].as_str().expect("a name").clone_into(&mut ear.id);
        ear
    }

    /// A socket that listens to an order.
    async fn of(server: &Server, actor: &Actor, order: i64) -> Self {
        let mut ear = Self::open(server).await;
        ear.subscribe(actor, &format!("private-order.{order}")).await;
        let _ = ear.frame("pusher_internal:subscription_succeeded").await;
        ear
    }

    async fn grant(&self, actor: &Actor, channel: &str) -> Value {
        let ask = json!({"socket_id": self.id, "channel_name": channel});
        actor.post("/broadcasting/auth", ask).await.expect(200)
    }

    async fn subscribe(&mut self, actor: &Actor, channel: &str) {
        let grant = self.grant(actor, channel).await;
        self.subscribe_by(channel, &grant).await;
    }

    async fn subscribe_by(&mut self, channel: &str, grant: &Value) {
        let data = json!({"channel": channel, "auth": grant["auth"], "channel_data": grant["channel_data"]});
        self.say(&json!({"event": "pusher:subscribe", "data": data})).await;
    }

    async fn say(&mut self, frame: &Value) {
        self.socket.send(Message::text(frame.to_string())).await.expect("sent");
    }

    async fn hear(&mut self, patience: Duration) -> Heard {
        match timeout(patience, self.socket.next()).await {
            Err(_) => Heard::Nothing,
            Ok(Some(Ok(Message::Text(text)))) => Heard::Frame(serde_json::from_str(&text).expect("JSON")),
            Ok(Some(Ok(Message::Close(Some(frame))))) => Heard::Closed(match frame.code {
                CloseCode::Library(code) => code,
                other => other.into(),
            }),
            Ok(other) => panic!("{other:?}"),
        }
    }

    /// The data of the next frame, which is of this kind.
    async fn frame(&mut self, event: &str) -> Value {
        match self.hear(SOON).await {
            Heard::Frame(frame) => {
                assert_eq!(frame["event"], event, "{frame}");
                let data = frame["data"].as_str().expect("JSON in a string");
                serde_json::from_str(data).expect("JSON")
            }
            other => panic!("{event} was to come, not {other:?}"),
        }
    }

    async fn refused(&mut self, code: u16) {
        assert_eq!(self.frame("pusher:error").await["code"], code);
    }

    async fn ends(&mut self, code: u16) {
        match self.hear(SOON).await {
            Heard::Closed(closed) => assert_eq!(closed, code),
            other => panic!("the end was to come, not {other:?}"),
        }
    }

    async fn is_silent(&mut self) {
        let heard = self.hear(A_WHILE).await;
        assert!(matches!(heard, Heard::Nothing), "{heard:?}");
    }
}

/// Every login of a person is over.
async fn end_logins(app: &App, phone: &str) {
    let person = format!("(SELECT id FROM users WHERE phone = '{phone}')");
    app.run(&format!(
        "UPDATE sessions SET revoked_at = created_at WHERE user_id = {person}"
    ))
    .await;
}

on_both! {
    async fn a_message_is_heard_by_both_sides_at_once(app: App) {
        let (owner, client, order) = pair(&app).await;
        let server = serve(&app).await;
        let mut ears = [Ear::of(&server, &owner, order).await, Ear::of(&server, &client, order).await];
        let id = write(&client, "client", order, "你好\nпривет").await;
        for ear in &mut ears {
            let told = ear.frame("message.created").await;
            assert_eq!((&told["id"], &told["body"], &told["author_name"]), (&json!(id), &json!("你好\nпривет"), &json!("Игорь")));
        }
        let press = format!("{}/{id}/reactions", chat("agent", order));
        let _ = owner.post(&press, json!({"emoji": "👍", "given": true})).await.within(200, 7);
        let _ = owner.post(&format!("{}/read", chat("agent", order)), json!({"message_id": id})).await.expect(200);
        let sent = owner.post(&chat("agent", order), json!({"body": "да"})).await.within(201, 7);
        let _ = owner.patch(&format!("{}/{}", chat("agent", order), sent["id"]), json!({"no_reply_needed": true})).await.within(200, 7);
        for ear in &mut ears {
            assert_eq!(ear.frame("reaction.changed").await["reactions"][0]["emoji"], "👍");
            assert_eq!(ear.frame("chat.read").await, json!({"side": "staff", "message_id": id}));
            assert_eq!(ear.frame("message.created").await["body"], "да");
            assert_eq!(ear.frame("message.updated").await["no_reply_needed"], true);
            ear.is_silent().await;
        }
    }

    async fn both_names_of_a_channel_need_leave(app: App) {
        let (owner, _, order) = pair(&app).await;
        let server = serve(&app).await;
        for name in [format!("order.{order}"), format!("private-order.{order}")] {
            let mut ear = Ear::open(&server).await;
            ear.say(&json!({"event": "pusher:subscribe", "data": {"channel": name}})).await;
            ear.refused(4009).await;
            ear.subscribe(&owner, &name).await;
            let _ = ear.frame("pusher_internal:subscription_succeeded").await;
            let _ = write(&owner, "agent", order, "раз").await;
            assert_eq!(ear.frame("message.created").await["body"], "раз", "the socket stays good after a refusal");
        }
    }

    async fn leave_is_given_to_who_sees_the_order_and_to_nobody_else(app: App) {
        let (owner, _, order) = pair(&app).await;
        let server = serve(&app).await;
        let mut ear = Ear::open(&server).await;
        let channel = format!("private-order.{order}");
        let ask = json!({"socket_id": ear.id, "channel_name": channel});
        for phone in [OTHER_OWNER, OWN_ONLY] {
            let _ = app.log_in("agent", phone).await.post("/broadcasting/auth", ask.clone()).await.refused(403, "permission_denied");
        }
        for name in ["private-order.4096", "private-order.0", "private-staff.1", "presence-order.1"] {
            let wrong = json!({"socket_id": ear.id, "channel_name": name});
            let _ = owner.post("/broadcasting/auth", wrong).await.refused(403, "permission_denied");
        }
        let _ = app.stranger().post("/broadcasting/auth", ask.clone()).await.refused(401, "credential_missing");
        for wrong in [json!({"channel_name": channel}), json!({"socket_id": "1.2.3", "channel_name": channel}), json!({"socket_id": ear.id})] {
            let _ = owner.post("/broadcasting/auth", wrong).await.refused(422, "validation_failed");
        }
        // As a form, which is how Pusher's clients ask.
        let form = format!("socket_id={}&channel_name={channel}", ear.id).into_bytes();
        let grant = owner.with("content-type", "application/x-www-form-urlencoded").send("POST", "/broadcasting/auth", Some(form)).await.expect(200);
        ear.subscribe_by(&channel, &grant).await;
        let _ = ear.frame("pusher_internal:subscription_succeeded").await;
        // What was signed for one socket opens nothing to another, nor another channel.
        let mut thief = Ear::open(&server).await;
        thief.subscribe_by(&channel, &grant).await;
        thief.refused(4009).await;
        let other = crate::orders::submitted(&app.client().await).await;
        ear.subscribe_by(&format!("private-order.{other}"), &grant).await;
        ear.refused(4009).await;
        let mut forged = grant.clone();
        forged["channel_data"] = json!(grant["channel_data"].as_str().expect("text").replace("\"is_staff\":true", "\"is_staff\":false"));
        thief.subscribe_by(&channel, &forged).await;
        thief.refused(4009).await;
    }

    async fn an_outsider_hears_nothing(app: App) {
        let (_, client, order) = pair(&app).await;
        let server = serve(&app).await;
        let own = crate::orders::submitted(&client).await;
        let mut elsewhere = Ear::of(&server, &client, own).await;
        let mut nowhere = Ear::open(&server).await;
        let _ = write(&client, "client", order, "тайна").await;
        elsewhere.is_silent().await;
        nowhere.is_silent().await;
    }

    async fn a_socket_ends_soon_after_its_login(app: App) {
        let (owner, client, order) = pair(&app).await;
        let server = serve(&app).await;
        let warehouse = app.log_in("agent", WAREHOUSE).await;
        let mut ears = [Ear::of(&server, &warehouse, order).await, Ear::of(&server, &warehouse, order).await];
        let mut other = Ear::of(&server, &owner, order).await;
        // The group loses its right: nothing is written to the sessions themselves.
        app.run("DELETE FROM access_group_rights WHERE group_id = (SELECT access_group_id FROM staff WHERE user_id = (SELECT id FROM users WHERE phone = '+79990000004'))").await;
        for ear in &mut ears {
            ear.ends(4009).await;
        }
        let mut clients = Ear::of(&server, &client, order).await;
        end_logins(&app, CLIENT).await;
        clients.ends(4009).await;
        let _ = write(&owner, "agent", order, "остались свои").await;
        assert_eq!(other.frame("message.created").await["body"], "остались свои");
    }

    async fn a_right_is_checked_with_every_message(app: App) {
        let (owner, client, order) = pair(&app).await;
        let own_only = app.log_in("agent", OWN_ONLY).await;
        app.run(&format!("UPDATE orders SET assigned_staff_id = (SELECT id FROM staff WHERE user_id = (SELECT id FROM users WHERE phone = '{OWN_ONLY}')) WHERE id = {order}")).await;
        let server = serve(&app).await;
        let (mut narrow, mut wide) = (Ear::of(&server, &own_only, order).await, Ear::of(&server, &owner, order).await);
        let _ = write(&client, "client", order, "первое").await;
        assert_eq!(narrow.frame("message.created").await["body"], "первое");
        assert_eq!(wide.frame("message.created").await["body"], "первое");
        // The order goes to somebody else; the login and its rights are what they were.
        app.run(&format!("UPDATE orders SET assigned_staff_id = NULL WHERE id = {order}")).await;
        let _ = write(&client, "client", order, "второе").await;
        narrow.ends(4009).await;
        assert_eq!(wide.frame("message.created").await["body"], "второе");
    }

    async fn one_socket_tells_others_that_somebody_writes(app: App) {
        let (owner, client, order) = pair(&app).await;
        let server = serve(&app).await;
        let (mut writes, mut reads) = (Ear::of(&server, &owner, order).await, Ear::of(&server, &client, order).await);
        let channel = format!("private-order.{order}");
        writes.say(&json!({"event": "client-typing", "channel": channel, "data": {"name": "Анна"}, "user_id": "7"})).await;
        match reads.hear(SOON).await {
            Heard::Frame(frame) => assert_eq!(frame, json!({"event": "client-typing", "channel": channel, "data": {"name": "Анна"}})),
            other => panic!("{other:?}"),
        }
        writes.is_silent().await;
        let mut stranger = Ear::open(&server).await;
        stranger.say(&json!({"event": "client-typing", "channel": channel, "data": {}})).await;
        stranger.refused(4009).await;
        writes.say(&json!({"event": "client-typing", "channel": channel, "data": "x".repeat(2000)})).await;
        writes.refused(4301).await;
        reads.is_silent().await;
    }

    async fn whoever_listens_no_longer_hears_nothing(app: App) {
        let (owner, client, order) = pair(&app).await;
        let server = serve(&app).await;
        let mut ear = Ear::of(&server, &owner, order).await;
        // Twice is once.
        ear.subscribe(&owner, &format!("private-order.{order}")).await;
        let _ = ear.frame("pusher_internal:subscription_succeeded").await;
        let _ = write(&client, "client", order, "раз").await;
        assert_eq!(ear.frame("message.created").await["body"], "раз");
        ear.is_silent().await;
        ear.say(&json!({"event": "pusher:unsubscribe", "data": {"channel": format!("private-order.{order}")}})).await;
        ear.say(&json!({"event": "pusher:ping", "data": {}})).await;
        assert_eq!(ear.frame("pusher:pong").await, json!({}));
        let _ = write(&client, "client", order, "два").await;
        ear.is_silent().await;
    }

    async fn noise_is_answered_and_ends_nothing(app: App) {
        let (owner, _, order) = pair(&app).await;
        let server = serve(&app).await;
        let mut ear = Ear::of(&server, &owner, order).await;
        for noise in ["", "{", "[]", "\"pusher:ping\"", r#"{"event":7}"#, r#"{"event":"pusher:launch"}"#, r#"{"event":"pusher:subscribe","data":{}}"#, r#"{"event":"message.created","channel":"private-order.1","data":"{}"}"#] {
            ear.socket.send(Message::text(noise)).await.expect("sent");
            ear.refused(4200).await;
        }
        let _ = write(&owner, "agent", order, "ещё здесь").await;
        assert_eq!(ear.frame("message.created").await["body"], "ещё здесь");
        ear.socket.send(Message::text("x".repeat(70_000))).await.expect("sent");
        let end = timeout(SOON, async { while let Some(Ok(_)) = ear.socket.next().await {} }).await;
        assert!(end.is_ok(), "a frame above the bound ends the socket");
    }

    async fn a_wrong_key_and_a_wrong_version_are_told_so(app: App) {
        let _ = pair(&app).await;
        let server = serve(&app).await;
        for (address, code) in [("another?protocol=7", 4001), ("karavan?protocol=5", 4007)] {
            let (socket, _) = connect_async(format!("ws://{}/app/{address}", server.address)).await.expect("connects");
            Ear { socket, id: String::new() }.ends(code).await;
        }
    }

    async fn a_server_that_stops_sends_its_sockets_elsewhere(app: App) {
        let (owner, _, order) = pair(&app).await;
        let server = serve(&app).await;
        let mut ear = Ear::of(&server, &owner, order).await;
        server.stop.send(true).expect("it runs");
        ear.ends(4200).await;
    }

    async fn each_message_is_heard_once_and_in_order_by_everybody(app: App) {
        let (owner, client, order) = pair(&app).await;
        let server = serve(&app).await;
        let mut ears = Vec::new();
        for _ in 0..4 {
            ears.push(Ear::of(&server, &owner, order).await);
        }
        let writers: Vec<_> = (0..4).map(|writer| {
            let (owner, client) = (owner.clone(), client.clone());
            tokio::spawn(async move {
                for number in 0..10 {
                    let (actor, side) = if writer % 2 == 0 { (&owner, "agent") } else { (&client, "client") };
                    let sent = actor.post(&chat(side, order), json!({"body": format!("{writer}.{number}")})).await;
                    assert_eq!(sent.status, 201, "{}", sent.text);
                }
            })
        }).collect();
        for writer in writers {
            writer.await.expect("writes");
        }
        for ear in &mut ears {
            let mut ids = Vec::new();
            for _ in 0..40 {
                ids.push(ear.frame("message.created").await["id"].as_i64().expect("an id"));
            }
            assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");
            ear.is_silent().await;
        }
    }
}

/// PostgreSQL alone has replicas.
#[tokio::test]
async fn what_is_written_at_one_replica_is_heard_at_another() {
    let app = App::postgres().await;
    let other = app.replica().await;
    let (owner, client, order) = pair(&app).await;
    let (here, there) = (serve(&app).await, serve(&other).await);
    let (mut near, mut far) = (
        Ear::of(&here, &owner, order).await,
        Ear::of(&there, &client, order).await,
    );
    let id = write(&owner, "agent", order, "издалека").await;
    for ear in [&mut near, &mut far] {
        assert_eq!(ear.frame("message.created").await["id"], json!(id));
    }
    let channel = format!("private-order.{order}");
    far.say(&json!({"event": "client-typing", "channel": channel, "data": {"name": "Игорь"}}))
        .await;
    assert!(matches!(near.hear(SOON).await, Heard::Frame(frame) if frame["event"] == "client-typing"));
    // A login that ends at one replica ends its sockets at the other.
    let second = app.log_in("agent", OWNER).await;
    let mut far = Ear::of(&there, &second, order).await;
    end_logins(&app, OWNER).await;
    far.ends(4009).await;
}
