import type { FullResult, Reporter, TestCase } from "@playwright/test/reporter";

/** One race of the browser's driver in half an hour of tests does not fail a run; more are a defect of the product or of a test. */
const ALLOWED = 1;

/** Fails a run in which several tests passed at their second attempt only. */
export default class FlakyReporter implements Reporter {
  readonly #tests = new Map<string, TestCase>();

  onTestEnd(test: TestCase): void {
    this.#tests.set(test.id, test);
  }

  async onEnd(result: FullResult): Promise<Pick<FullResult, "status">> {
    const flaky = [...this.#tests.values()].filter((test) => test.outcome() === "flaky");
    return { status: flaky.length > ALLOWED ? "failed" : result.status };
  }

  printsToStdio(): boolean {
    return false;
  }
}
