/** The agent's settings. All lists have the same editor. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "../harness/test.ts";

export class AgentSettings {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(tab: string): Promise<void> {
    await this.page.goto(`/agent/settings?tab=${tab}`);
    await expect(this.page.getByTestId(`tab-${tab}`)).toHaveClass(/active/);
  }

  get entries(): Locator {
    return this.page.getByTestId("entry");
  }

  /** Adds an entry. `fields` are filled in, `choices` are selected by their label. */
  async add(fields: Record<string, string>, choices: Record<string, string> = {}): Promise<void> {
    await this.page.getByTestId("add-entry").click();
    const dialog = this.page.getByTestId("dialog");
    for (const [name, label] of Object.entries(choices)) await dialog.getByTestId(name).selectOption({ label });
    for (const [name, text] of Object.entries(fields)) await dialog.getByTestId(name).fill(text);
    await dialog.getByTestId("save-entry").click();
    await expect(dialog).toBeHidden();
  }
}
