/** Webhooks of the real server, verified by the library that receivers use. */
import { type AddressInfo } from "node:net";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";
import { eventually } from "../harness/eventually.ts";
import { expect, test } from "../harness/test.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

test.use({ environment: { WEBHOOK_NETWORKS: "127.0.0.0/8" } });

test("an event is signed as Standard Webhooks demands, and arrives without being asked for", async ({ client }) => {
  const received: Received[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const types = ["order.created"];
    const { secret } = await client.post<{ secret: string }>("/client/webhooks", { name: "Склад", url, types });
    const draft = await client.draft("Осень 秋天");
    const { headers, body } = await eventually(20_000, () => received[0], () => "no event arrived");
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;
    expect(event).toMatchObject({ type: "order.created", data: { object: "order", id: draft.id } });
    expect(() => new Webhook(secret).verify(body.replace("order", "other"), headers as Record<string, string>)).toThrow();
    const feed = await client.send<{ data: { id: string }[] }>("GET", "/client/events?types=order.created");
    expect(feed.data).toContainEqual(event);
    expect(headers["webhook-id"]).toBe(event["id"]);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});
