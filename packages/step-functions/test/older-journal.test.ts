import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { EngineUnderTest } from "./engine-under-test.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "engine-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

const path = () => join(dataDir, "step-functions.sqlite");

/** Takes a journal back to how the first engines wrote it. */
function makeOld(): void {
  const database = new DatabaseSync(path());
  database.exec(`
    CREATE TABLE old (
      execution_id INTEGER NOT NULL, thread_id INTEGER NOT NULL, live TEXT NOT NULL, input TEXT NOT NULL, variables TEXT,
      PRIMARY KEY (execution_id, thread_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO old SELECT execution_id, thread_id, live, input, json FROM threads LEFT JOIN variables USING (id);
    DROP TABLE threads;
    DROP TABLE variables;
    ALTER TABLE old RENAME TO threads;
    DROP INDEX executions_ended;
    ALTER TABLE executions DROP COLUMN ended_ms;
    ALTER TABLE events DROP COLUMN packed;
    PRAGMA user_version = 0;
  `);
  database.close();
}

it("goes on with a journal of an older engine, variables and all, and removes what has expired in it", async () => {
  const first = await EngineUnderTest.start({ dataDir });
  const ended = await first.run({ StartAt: "P", States: { P: { Type: "Pass", End: true } } });
  const arn = await first.begin({
    StartAt: "Set",
    States: {
      Set: { Type: "Pass", Assign: { kept: "since then" }, Next: "W" },
      W: { Type: "Wait", Seconds: 3_600, Next: "P" },
      P: { Type: "Pass", Output: "{% $kept %}", End: true },
    },
  });
  await first.close();
  makeOld();

  const later = {
    now: () => Date.now() + 91 * 24 * 3_600_000,
    schedule: (ring: () => void, delayMs: number) => {
      const handle = setTimeout(ring, delayMs);
      return () => clearTimeout(handle);
    },
  };
  const second = await EngineUnderTest.start({ dataDir, clock: later });
  expect((await second.ended(arn)).output).toBe("since then");
  await expect(second.call("DescribeExecution", { executionArn: ended.executionArn })).rejects.toMatchObject({
    errorName: "ExecutionDoesNotExist",
  });
  await second.close();
});

it("refuses a journal that a newer engine wrote, and leaves it as it is", async () => {
  await (await EngineUnderTest.start({ dataDir })).close();
  const database = new DatabaseSync(path());
  database.exec("PRAGMA user_version = 99");
  database.close();
  await expect(EngineUnderTest.start({ dataDir })).rejects.toThrow(/newer engine/);
});
