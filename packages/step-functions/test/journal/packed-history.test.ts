import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inflateRawSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { EngineUnderTest, type EventShown } from "../engine-under-test.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "engine-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

/** Each state hands on what it was given, as those of a workflow do. */
const states = Array.from({ length: 12 }, (_, index) => `S${index}`);
const handing = {
  StartAt: "S0",
  States: {
    ...Object.fromEntries(
      states.map((name, index) => [name, { Type: "Pass", Next: states[index + 1] ?? "Pause" }]),
    ),
    Pause: { Type: "Wait", Seconds: 0, Next: "End" },
    End: { Type: "Succeed" },
  },
};
/** As the text that a job's payload is made of: it cannot be guessed from what is before it. */
const payload = { task: Array.from({ length: 120 }, (_, n) => (n * 2_654_435_761).toString(36)).join(" ") };

function read<Row>(sql: string): readonly Row[] {
  const database = new DatabaseSync(join(dataDir, "step-functions.sqlite"));
  try {
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}

const keptBytes = () =>
  read<{ bytes: number }>("SELECT sum(length(data) + coalesce(length(packed), 0)) AS bytes FROM events")[0]
    ?.bytes ?? 0;

/** As an engine before this one kept it. */
function unpacked(history: readonly (readonly unknown[])[]): void {
  const database = new DatabaseSync(join(dataDir, "step-functions.sqlite"));
  database.prepare("UPDATE events SET data = ?, packed = NULL").run(JSON.stringify(history));
  database.exec("ALTER TABLE events DROP COLUMN packed; PRAGMA user_version = 1");
  database.close();
}

it("keeps each payload of an execution that has ended once, and answers its history as if nothing was packed", async () => {
  const memory = await EngineUnderTest.start();
  const expected = await memory.run(handing, payload);
  await memory.close();
  const first = await EngineUnderTest.start({ dataDir });
  const ran = await first.run(handing, payload);
  await first.close();
  const answer = JSON.stringify(ran.events);
  expect(ran.types).toEqual(expected.types);
  expect(read("SELECT id FROM events")).toHaveLength(1);
  expect(keptBytes()).toBeLessThan(answer.length / 8);
  // All of it is there after a restart, also backwards and page by page.
  const second = await EngineUnderTest.start({ dataDir });
  const { executionArn } = ran;
  expect(await second.history(executionArn)).toEqual(ran.events);
  const page = { executionArn, maxResults: 3, reverseOrder: true };
  const { events } = await second.call<{ events: readonly EventShown[] }>("GetExecutionHistory", page);
  expect(events).toEqual(ran.events.slice(-3).reverse());
  await second.close();
});

it("goes on with what an execution had left that is redriven, and packs it all again", async () => {
  let isWell = false;
  const lambda = {
    send: async () => {
      if (!isWell) throw Object.assign(new Error("down"), { name: "TooManyRequestsException" });
      return { StatusCode: 200, Payload: Buffer.from("{}") };
    },
  };
  const failing = {
    StartAt: "Before",
    States: {
      Before: { Type: "Pass", Next: "Call" },
      Call: {
        Type: "Task",
        Resource: "arn:aws:states:::lambda:invoke",
        Arguments: { FunctionName: "f", Payload: "{% $states.input %}" },
        End: true,
      },
    },
  };
  const clients = { lambda } as never;
  const first = await EngineUnderTest.start({ dataDir, clients });
  const ran = await first.run(failing, payload);
  expect(ran.status).toBe("FAILED");
  await first.close();
  expect(read("SELECT id FROM events")).toHaveLength(1);

  isWell = true;
  const second = await EngineUnderTest.start({ dataDir, clients });
  const { executionArn } = ran;
  await second.call("RedriveExecution", { executionArn });
  const again = await second.ended(executionArn);
  expect(again.status).toBe("SUCCEEDED");
  expect(again.events.slice(0, ran.events.length)).toEqual(ran.events);
  expect(again.events.map(({ id }) => id)).toEqual(again.events.map((_, index) => index + 1));
  await second.close();
  expect(read("SELECT id FROM events")).toHaveLength(1);
});

it("reads a history that an engine before kept as it was [fault D25]", async () => {
  const first = await EngineUnderTest.start({ dataDir });
  const ran = await first.run(handing, payload);
  await first.close();
  const [row] = read<{ packed: Uint8Array }>("SELECT packed FROM events");
  unpacked(JSON.parse(inflateRawSync(row?.packed ?? Buffer.alloc(0)).toString()));
  const second = await EngineUnderTest.start({ dataDir });
  expect(await second.history(ran.executionArn)).toEqual(ran.events);
  const later = await second.run(handing, payload);
  expect(later.types).toEqual(ran.types);
  await second.close();
  expect(read("SELECT id FROM events WHERE packed IS NOT NULL")).toHaveLength(1);
});
