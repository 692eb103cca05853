/** An API client that prepares data for a test and checks results. */
import { assertNoNoteText } from "./note-leaks.ts";
import type { Server } from "./server.ts";

export const PASSWORD = "karavan-demo";
export const OWNER_EMAIL = "anna@lotus.example";
export const AGENT_OWNER = "+79990000001";
export const CLIENT = "+79990000002";
export const TWO_CABINETS = "+79990000003";

export type Guard = "client" | "agent";

export interface Item {
  id: number;
  title: string;
  url: string;
  price: { amount: string; currency: string };
  quantity: number;
  comment: string;
  image_url: string | null;
  marketplace: string | null;
  external_id: string | null;
  variant: string | null;
  price_uncertain: boolean;
  options?: { name: string; value: string }[];
  sku_id?: string;
  images?: string[];
  unit_weight_grams?: number;
  unit_size_mm?: { length: number; width: number; height: number };
  price_source?: { source: string; path: string };
  uncertain?: string[];
  proof_at?: string;
}

export interface Order {
  id: number;
  number: string;
  title: string;
  status: string;
  version: number;
  items: Item[];
}

interface OrderMoney {
  quote: { id: number } | null;
  pay_from: { amount: { amount: string; currency: string } }[];
}

export class Api {
  readonly #server: Server;
  readonly #token: string;

  private constructor(server: Server, token: string) {
    this.#server = server;
    this.#token = token;
  }

  static async login(server: Server, guard: Guard, phone: string): Promise<Api> {
    const anonymous = new Api(server, "");
    const session = await anonymous.send<{ access_token: string }>("POST", `/${guard}/login/password`, {
      phone,
      password: PASSWORD,
    });
    return new Api(server, session.access_token);
  }

  async send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = { accept: "application/json" };
    if (this.#token) headers.authorization = `Bearer ${this.#token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    const response = await fetch(this.#server.url + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    assertNoNoteText(path, text);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.send("POST", path, body);
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.send("PATCH", path, body);
  }

  /**
   * Creates a draft, so that tests do not depend on the drafts of the demo data. With a destination of its own, it does not get the
   * client's default recipient.
   */
  draft(title: string): Promise<Order> {
    return this.send("POST", "/client/orders", { type: "standard", title, destination_country: "RU" });
  }

  order(id: number): Promise<Order> {
    return this.send("GET", `/client/orders/${id}`);
  }

  addItem(order: number, item: Record<string, unknown>): Promise<Item> {
    return this.send("POST", `/client/orders/${order}/items`, item);
  }

  submit(order: number): Promise<Order> {
    return this.send("POST", `/client/orders/${order}/submit`, {});
  }

  /** Pays an order from the balance in `currency`, with the quote and the amount that the API returns for it. */
  async pay(order: number, currency: string): Promise<void> {
    const money = await this.send<OrderMoney>("GET", `/client/orders/${order}/calculation`);
    const amount = money.pay_from.map((option) => option.amount).find((account) => account.currency === currency);
    await this.post(`/client/orders/${order}/pay`, { quote_id: money.quote?.id, amount });
  }

  async extensionToken(name: string): Promise<{ id: number; plaintext: string }> {
    const created = await this.send<{ token: { id: number }; plaintext: string }>(
      "POST",
      "/client/settings/extension-tokens",
      { name },
    );
    return { id: created.token.id, plaintext: created.plaintext };
  }

  revokeExtensionToken(id: number): Promise<void> {
    return this.send("DELETE", `/client/settings/extension-tokens/${id}`);
  }
}
