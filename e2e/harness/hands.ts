/**
 * Counts what a person does with the hands: clicks, keys and scans, and how long the page takes to show the result. The limits are the
 * numbers in docs/performance.md, which may only fall.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Locator, type Page, expect } from "@playwright/test";
import { repository } from "./paths.ts";

export interface Count {
  clicks: number;
  keys: number;
  scans: number;
}

interface Row extends Count {
  task: string;
  milliseconds: number;
}

/** The rows of all tasks that this worker has counted. */
const counted: Row[] = [];

export class Hands {
  readonly #page: Page;
  readonly #task: string;
  readonly #count: Count = { clicks: 0, keys: 0, scans: 0 };
  #waited = 0;

  constructor(page: Page, task: string) {
    this.#page = page;
    this.#task = task;
  }

  async click(target: Locator): Promise<void> {
    this.#count.clicks += 1;
    await target.click();
  }

  /** Presses keys one after the other; a combination such as `Control+Enter` is one. */
  async press(...keys: string[]): Promise<void> {
    this.#count.keys += keys.length;
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    this.#count.keys += text.length;
    await this.#page.keyboard.type(text);
  }

  /** Types into a field, which takes a click unless it has the focus. */
  async fill(field: Locator, text: string): Promise<void> {
    await expect(field).toBeVisible();
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.click(field);
    await this.type(text);
  }

  /** Chooses files: the click on the button; the dialog of the system is not counted. */
  async choose(input: Locator, files: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
    this.#count.clicks += 1;
    await input.setInputFiles(files);
  }

  /** A scanner types the code and Enter. */
  async scan(code: string): Promise<void> {
    this.#count.scans += 1;
    await this.#page.keyboard.type(code);
    await this.#page.keyboard.press("Enter");
  }

  /** Waits until the page shows the result of the last action. */
  async waits(result: () => Promise<void>): Promise<void> {
    const start = performance.now();
    await result();
    this.#waited += performance.now() - start;
  }

  /** Ends the task, and fails if it took more than its recorded counts. */
  finish(): void {
    counted.push({ task: this.#task, ...this.#count, milliseconds: Math.round(this.#waited) });
    const limit = recorded().get(this.#task);
    expect(limit, `docs/performance.md records "${this.#task}"`).toBeDefined();
    for (const part of ["clicks", "keys", "scans"] as const) {
      expect(this.#count[part], `${part} of "${this.#task}"`).toBeLessThanOrEqual(limit![part]);
    }
  }
}

/** The counts of docs/performance.md: `| task | clicks | keys | scans | … |` below the heading "Hands". */
export function recorded(): Map<string, Count> {
  const text = readFileSync(join(repository, "docs", "performance.md"), "utf8");
  const section = text.split(/^## Hands$/m)[1]!.split(/^## /m)[0]!;
  const rows = section.matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|/gm);
  return new Map([...rows].map(([, task, clicks, keys, scans]) => [task!, { clicks: +clicks!, keys: +keys!, scans: +scans! }]));
}

/** Prints the table of the tasks that were counted. */
export function report(): void {
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
  const rows = counted.map((row) => line([row.task, row.clicks, row.keys, row.scans, `${row.milliseconds} ms`]));
  console.log([line(["task", "clicks", "keys", "scans", "waiting"]), ...rows].join("\n"));
}
