/** The order card of either side. Only the client can change a draft. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "../harness/test.ts";
import { answerQuestion } from "./shell.ts";

export interface Line {
  title: string;
  url: string;
  price: string;
  price_per?: string;
  currency?: string;
  quantity?: string;
  variant?: string;
  shop?: string;
  comment?: string;
  image_url?: string;
}

export class OrderCard {
  readonly page: Page;
  readonly items: Locator;
  readonly number: Locator;
  readonly total: Locator;
  readonly status: Locator;

  constructor(page: Page) {
    this.page = page;
    this.items = page.getByTestId("item");
    this.number = page.getByTestId("order-number");
    this.total = page.getByTestId("total");
    this.status = page.locator(".page-head .badge");
  }

  async open(guard: "client" | "agent", order: number): Promise<void> {
    await this.page.goto(`/${guard}/orders/${order}`);
    await expect(this.number).toBeVisible();
  }

  item(title: string): Locator {
    return this.items.filter({ hasText: title });
  }

  /** Fills the given fields of the item form. */
  async fill(line: Partial<Line>): Promise<void> {
    const form = this.page.getByTestId("item-form");
    for (const [field, value] of Object.entries(line)) {
      if (field === "currency") await form.getByTestId(field).selectOption(value);
      else await form.getByTestId(field).fill(value);
    }
  }

  async add(line: Line): Promise<void> {
    await this.page.getByTestId("add-item").click();
    await this.fill(line);
    await this.page.getByTestId("save-item").click();
    await expect(this.item(line.title)).toBeVisible();
  }

  async edit(title: string, change: Partial<Line>): Promise<void> {
    await this.item(title).getByTestId("edit-item").click();
    await this.fill(change);
    await this.page.getByTestId("save-item").click();
  }

  /** Removes an item and answers the confirmation. */
  async remove(title: string, answer: "yes" | "no" = "yes"): Promise<void> {
    await this.item(title).getByTestId("remove-item").click();
    await answerQuestion(this.page, answer);
  }

  async press(step: "submit" | "take_back"): Promise<void> {
    await this.page.getByTestId(step).click();
  }

  async cancel(): Promise<void> {
    await this.page.getByTestId("cancel").click();
    await answerQuestion(this.page, "yes");
  }

  async chooseTab(tab: "items" | "import" | "history"): Promise<void> {
    await this.page.getByTestId(`tab-${tab}`).click();
  }
}
