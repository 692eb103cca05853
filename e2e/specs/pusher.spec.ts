/** Unmodified pusher-js and Laravel Echo on the WebSocket port. */
import Echo from "laravel-echo";
import Pusher, { type Channel } from "pusher-js";
import { AGENT_OWNER, Api, type Order } from "../harness/api.ts";
import type { Server } from "../harness/server.ts";
import { expect, test } from "../harness/test.ts";

const PORT = 28_090;

// The tests start a server on the same port.
test.describe.configure({ mode: "serial" });
test.use({ environment: { REALTIME_BIND: `127.0.0.1:${PORT}` } });

interface Message {
  id: number;
  body: string;
}

async function createSubmittedOrder(client: Api): Promise<Order> {
  const draft = await client.draft("Чужой клиент протокола");
  await client.addItem(draft.id, { title: "搪瓷杯", url: "https://detail.1688.com/offer/5.html", price: "15.20" });
  return client.submit(draft.id);
}

async function token(server: Server): Promise<string> {
  const body = JSON.stringify({ phone: AGENT_OWNER, password: "karavan-demo" });
  const response = await fetch(`${server.url}/agent/login/password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

function pusher(server: Server, headers: Record<string, string>): Pusher {
  return new Pusher("karavan", {
    cluster: "",
    wsHost: "127.0.0.1",
    wsPort: PORT,
    forceTLS: false,
    enabledTransports: ["ws", "wss"],
    channelAuthorization: { endpoint: `${server.url}/broadcasting/auth`, transport: "ajax", headers },
  });
}

const once = <T>(channel: Channel, event: string): Promise<T> => new Promise((done) => channel.bind(event, (data: T) => done(data)));

test("pusher-js receives events of an order, and is rejected without access", async ({ server, client }) => {
  const order = await createSubmittedOrder(client);
  const socket = pusher(server, { Authorization: `Bearer ${await token(server)}` });
  try {
    const channel = socket.subscribe(`private-order.${order.id}`);
    await once(channel, "pusher:subscription_succeeded");
    const received = once<Message>(channel, "message.created");
    const sent = await client.post<Message>(`/client/orders/${order.id}/chat`, { body: "Слышно? 听得见吗" });
    expect(await received).toMatchObject({ id: sent.id, body: "Слышно? 听得见吗" });

    const another = pusher(server, { Authorization: `Bearer ${await token(server)}` });
    const otherChannel = another.subscribe(`private-order.${order.id}`);
    await once(otherChannel, "pusher:subscription_succeeded");
    const typing = once(otherChannel, "client-typing");
    channel.trigger("client-typing", { name: "Анна" });
    expect(await typing).toEqual({ name: "Анна" });
    another.disconnect();

    const refused = await once<{ status: number }>(socket.subscribe("private-order.999999"), "pusher:subscription_error");
    expect(refused.status).toBe(403);
  } finally {
    socket.disconnect();
  }
  const stranger = pusher(server, {});
  const refused = await once<{ status: number }>(stranger.subscribe(`private-order.${order.id}`), "pusher:subscription_error");
  stranger.disconnect();
  expect(refused.status).toBe(401);
});

test("pusher-js and Echo follow a cabinet with an API key, until it is revoked", async ({ server, client }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  const { cabinet } = await owner.send<{ cabinet: { agent_id: number } }>("GET", "/agent/me");
  const created = await owner.post<{ plaintext: string; key: { id: number } }>("/agent/api-keys", {
    name: "ERP",
    rights: { orders: "read" },
  });
  const headers = { Authorization: `Bearer ${created.plaintext}` };
  const sockets = [pusher(server, headers), pusher(server, headers)];
  const echo = new Echo({ broadcaster: "pusher", client: sockets[1]! });
  try {
    const channel = sockets[0]!.subscribe(`private-agent.${cabinet.agent_id}`);
    const ofEcho = echo.private(`agent.${cabinet.agent_id}`);
    await Promise.all([once(channel, "pusher:subscription_succeeded"), new Promise<void>((done) => ofEcho.subscribed(() => done()))]);
    const received = [
      once<{ id: number }>(channel, "order.changed"),
      new Promise<{ id: number }>((done) => ofEcho.listen(".order.changed", (data: { id: number }) => done(data))),
    ];
    const order = await createSubmittedOrder(client);
    expect(await Promise.all(received)).toEqual([{ id: order.id }, { id: order.id }]);
    const refused = await once<{ status: number }>(sockets[0]!.subscribe(`private-order.${order.id}`), "pusher:subscription_error");
    expect(refused.status).toBe(403);
    const ended = sockets.map((socket) => new Promise<void>((done) => socket.connection.bind("disconnected", () => done())));
    await owner.send("DELETE", `/agent/api-keys/${created.key.id}`);
    await Promise.all(ended);
  } finally {
    echo.disconnect();
    for (const socket of sockets) socket.disconnect();
  }
});

test("Laravel Echo receives events of an order by its plain channel name", async ({ server, client }) => {
  const order = await createSubmittedOrder(client);
  const echo = new Echo({
    broadcaster: "pusher",
    client: pusher(server, { Authorization: `Bearer ${await token(server)}` }),
  });
  try {
    const channel = echo.private(`order.${order.id}`);
    await new Promise<void>((done) => channel.subscribed(() => done()));
    const received = new Promise<Message>((done) => channel.listen(".message.created", (message: Message) => done(message)));
    await client.post(`/client/orders/${order.id}/chat`, { body: "Эхо" });
    expect((await received).body).toBe("Эхо");
  } finally {
    echo.disconnect();
  }
});
