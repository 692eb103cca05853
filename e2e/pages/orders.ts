/** The client's order list and the form of a new order. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "../harness/test.ts";

export type Part = "drafts" | "current" | "archive";

export class ClientOrders {
  readonly page: Page;
  readonly rows: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rows = page.getByTestId("order-row");
  }

  async open(part: Part = "drafts"): Promise<void> {
    await this.page.goto(`/client/orders?filter=${part}`);
  }

  async choose(part: Part): Promise<void> {
    await this.page.getByTestId(part).click();
  }

  /** The number next to a tab's name. */
  async count(part: Part): Promise<number> {
    const number = this.page.getByTestId(part).locator(".count");
    await expect(number).toHaveText(/\d+/);
    return Number.parseInt(await number.innerText(), 10);
  }

  row(title: string): Locator {
    return this.rows.filter({ hasText: title });
  }

  async search(text: string): Promise<void> {
    await this.page.getByTestId("search").fill(text);
  }

  /** Creates a draft by the form and waits for its card. */
  async create(order: { title: string; type?: "standard" | "self_buyout"; city?: string }): Promise<void> {
    await this.page.getByTestId("new-order").click();
    await this.page.getByTestId(order.type ?? "standard").check();
    await this.page.getByTestId("order-fields").getByTestId("title").fill(order.title);
    if (order.city) {
      // The default recipient is chosen once the address book is loaded.
      await expect(this.page.getByTestId("recipient_id")).not.toHaveValue("");
      await this.page.getByTestId("recipient_id").selectOption("");
      await this.page.getByTestId("destination_city").fill(order.city);
    }
    await this.page.getByTestId("create").click();
    await expect(this.page).toHaveURL(/\/client\/orders\/\d+$/);
  }
}
