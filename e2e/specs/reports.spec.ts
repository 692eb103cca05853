/** Reports: periods, grouping, currencies, the spreadsheet, and who may open them. */
import { expectAccessible } from "../harness/accessible.ts";
import { AGENT_OWNER, Api } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

interface Report {
  tables: { currency: string; rows: unknown[]; total: { turnover: { amount: string } } }[];
}

/** The digits of a formatted amount. */
const digits = (text: string | null) => (text ?? "").replace(/[^\d,]/g, "").replace(",", ".");

test("the page has the figures of the API for every grouping, and as a spreadsheet", async ({ page, server }) => {
  const owner = await Api.login(server, "agent", AGENT_OWNER);
  await new LoginPage(page).logIn("agent", AGENT_OWNER);
  await page.getByRole("link", { name: "Отчёты" }).click();
  await page.getByTestId("year").click();
  await expect(page).toHaveURL(/from=\d{4}-01-01/);
  const period = new URL(page.url()).search.slice(1);
  for (const grouping of ["day", "week", "month", "client", "staff"]) {
    await page.getByTestId("group-by").selectOption(grouping);
    const report = await owner.send<Report>("GET", `/agent/reports?${period}&group_by=${grouping}`);
    for (const table of report.tables) {
      await page.getByTestId(`currency-${table.currency}`).click();
      const rows = page.getByTestId("report-row");
      const quiet = page.getByTestId("quiet-periods");
      await expect
        .poll(async () => {
          const left = (await quiet.count()) > 0 ? await quiet.textContent() : "0";
          return (await rows.count()) + Number(/\d+/.exec(left ?? "")?.[0]);
        })
        .toBe(table.rows.length);
      // A listed row has a figure.
      for (const row of await rows.all()) expect(await row.textContent()).toMatch(/\d,\d\d/);
      await expect.poll(async () => digits(await page.getByTestId("sum-Turnover").textContent())).toBe(table.total.turnover.amount);
      await expect(page.getByTestId("report-total")).toContainText("Итого");
      const empty = await page.locator("td[data-figure]").evaluateAll((cells) => {
        const figures = new Map<string, boolean>();
        for (const cell of cells) {
          const name = cell.getAttribute("data-figure") ?? "";
          figures.set(name, (figures.get(name) ?? false) || cell.textContent?.trim() !== "—");
        }
        return [...figures].filter(([, hasAmount]) => !hasAmount).map(([name]) => name);
      });
      expect(empty, "columns without amounts").toEqual([]);
    }
  }
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByTestId("download").click();
  expect((await download).suggestedFilename()).toBe("reports.xlsx");
});

test("own dates, an empty period, an impossible period", async ({ page }) => {
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/reports?from=2001-01-01&to=2001-01-31");
  await expect(page.getByTestId("empty")).toBeVisible();
  await page.getByTestId("to").fill("2000-12-31");
  await page.getByTestId("to").blur();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByTestId("this-month").click();
  await expect(page.getByRole("alert")).toBeHidden();
  await expect(page.getByTestId("funds-CashBoxes")).toBeVisible();
});

test("nothing scrolls sideways on a phone but the tables", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await new LoginPage(page).logIn("agent", AGENT_OWNER, "/agent/reports?group_by=client");
  await expect(page.getByTestId("funds-Balances")).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
