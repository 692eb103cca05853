/** A stub of the Bot APIs of Telegram and MAX in their real formats, and the actions of people who use the bots. */
import { createHmac } from "node:crypto";
import { type IncomingMessage, type Server as HttpServer, createServer } from "node:http";
import { eventually } from "./eventually.ts";
import type { Server } from "./server.ts";

const TELEGRAM_TOKEN = "123:token-of-the-e2e";
const MAX_TOKEN = "max-token-of-the-e2e";
const SECRET = "hook-secret-of-the-e2e";

interface Sent {
  chat: number;
  text: string;
}

async function json(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const part of request) text += String(part);
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

export class Bots {
  readonly #server: HttpServer;
  readonly #sent: Sent[] = [];
  #update = 900_000;

  private constructor(server: HttpServer) {
    this.#server = server;
  }

  static async start(): Promise<Bots> {
    const server = createServer();
    const bots = new Bots(server);
    server.on("request", async (request, response) => {
      const reply = (status: number, body: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      const url = new URL(request.url ?? "/", "http://bots.test");
      const body = await json(request);
      if (url.pathname === `/bot${TELEGRAM_TOKEN}/getMe`) {
        reply(200, { ok: true, result: { id: 1, is_bot: true, username: "karavan_test_bot" } });
      } else if (url.pathname === `/bot${TELEGRAM_TOKEN}/sendMessage`) {
        bots.#sent.push({ chat: Number(body.chat_id), text: String(body.text) });
        reply(200, { ok: true, result: { message_id: 1 } });
      } else if (request.headers.authorization !== MAX_TOKEN) {
        reply(401, { code: "verify.token", message: "Invalid access_token" });
      } else if (url.pathname === "/me") {
        reply(200, { user_id: 2, username: "karavan_max_bot", is_bot: true });
      } else if (url.pathname === "/messages") {
        bots.#sent.push({ chat: Number(url.searchParams.get("chat_id")), text: String(body.text) });
        reply(200, { message: { body: { mid: "mid.1" } } });
      } else {
        reply(404, { ok: false, error_code: 404, description: "Not Found" });
      }
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return bots;
  }

  /** Environment variables that connect the server under test to this stub. */
  get environment(): Record<string, string> {
    const address = this.#server.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    return {
      MESSENGERS: "none",
      TELEGRAM_TOKEN,
      TELEGRAM_API_URL: url,
      TELEGRAM_WEBHOOK_SECRET: SECRET,
      MAX_TOKEN,
      MAX_API_URL: url,
      MAX_WEBHOOK_SECRET: SECRET,
    };
  }

  /** Secrets that must not appear in any log. */
  readonly secrets = [TELEGRAM_TOKEN, MAX_TOKEN, SECRET];

  async #deliver(server: Server, path: string, update: unknown): Promise<void> {
    const response = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": SECRET },
      body: JSON.stringify(update),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }

  #telegram(server: Server, person: number, content: object): Promise<void> {
    const id = (this.#update += 1);
    const message = {
      message_id: id,
      date: 1_790_000_000,
      from: { id: person, is_bot: false, first_name: "Анна", language_code: "ru" },
      chat: { id: person, type: "private", first_name: "Анна" },
      ...content,
    };
    return this.#deliver(server, "/webhooks/telegram", { update_id: id, message });
  }

  /** Opens a start link of Telegram. */
  follow(server: Server, person: number, link: string): Promise<void> {
    return this.#telegram(server, person, { text: `/start ${new URL(link).searchParams.get("start")}` });
  }

  /** Shares the person's own phone number with the bot of Telegram. */
  share(server: Server, person: number, phone: string): Promise<void> {
    const contact = { phone_number: phone.replace("+", ""), first_name: "Анна", user_id: person };
    return this.#telegram(server, person, { contact });
  }

  /** Shares a phone number with the bot of MAX, as a contact card with its HMAC. */
  shareWithMax(server: Server, chat: number, person: number, phone: string): Promise<void> {
    const card = `BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;TYPE=cell:${phone.replace("+", "")}\r\nFN:Ivan Ivanov\r\nEND:VCARD\r\n`;
    const hash = createHmac("sha256", MAX_TOKEN).update(card).digest("hex");
    const payload = { vcf_info: card, max_info: { user_id: person, first_name: "Ivan" }, hash };
    const id = (this.#update += 1);
    return this.#deliver(server, `/webhooks/max?secret=${SECRET}`, {
      update_type: "message_created",
      timestamp: 1_790_000_000_000,
      user_locale: "ru",
      message: {
        sender: { user_id: person, first_name: "Анна", is_bot: false },
        recipient: { chat_id: chat, chat_type: "dialog", user_id: 1 },
        timestamp: 1_790_000_000_000,
        body: { mid: `mid.${id}`, seq: id, attachments: [{ type: "contact", payload }] },
      },
    });
  }

  /** The launch data of a mini app, signed as the messengers sign them. `fields` of MAX have the chat. */
  launchData(messenger: "telegram" | "max", person: number, fields: Record<string, string> = {}): string {
    const user = JSON.stringify({ id: person, first_name: "Анна", last_name: "Ли", language_code: "ru" });
    const pairs = { user, auth_date: String(Math.floor(Date.now() / 1000)), start_param: "", ...fields };
    const lines = Object.entries(pairs).map(([key, value]) => `${key}=${value}`);
    const token = messenger === "telegram" ? TELEGRAM_TOKEN : MAX_TOKEN;
    const secret = createHmac("sha256", "WebAppData").update(token).digest();
    const hash = createHmac("sha256", secret).update(lines.sort().join("\n")).digest("hex");
    return new URLSearchParams({ ...pairs, hash }).toString();
  }

  /** The answer of MAX to a mini app that asks for the person's number. */
  sharedPhone(person: number, phone: string): { phone: string; authDate: string; hash: string } {
    const authDate = String(Math.floor(Date.now() / 1000));
    const lines = `authDate=${authDate}\nphone=${phone.replace("+", "")}\nuserId=${person}`;
    return { phone, authDate, hash: createHmac("sha256", MAX_TOKEN).update(lines).digest("hex") };
  }

  /** Waits up to 10 s for a message to a chat that matches `pattern`, removes it from the outbox and returns its text. */
  async message(chat: number, pattern: RegExp): Promise<string> {
    const take = () => {
      const index = this.#sent.findIndex((sent) => sent.chat === chat && pattern.test(sent.text));
      return index >= 0 ? this.#sent.splice(index, 1)[0]!.text : undefined;
    };
    return eventually(10_000, take, () => `no message that matches ${pattern} was sent to chat ${chat}: ${JSON.stringify(this.#sent)}`);
  }

  /** Returns the code of the next message to a chat that contains one. */
  async code(chat: number): Promise<string> {
    return /: (\d{6})\n/.exec(await this.message(chat, /: \d{6}\n/))![1]!;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
