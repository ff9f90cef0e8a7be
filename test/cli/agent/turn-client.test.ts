import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { turnClient } from "../../../cli/agent/turn-client.ts";

/** What each request is answered with in turn; null: the line is cut. */
let answers: (number | null)[] = [];
let asked: unknown[] = [];
let turns: ReturnType<typeof turnClient>;
const server = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  asked.push(JSON.parse(text));
  const status = answers.length === 0 ? 200 : (answers.shift() ?? null);
  if (status === null) {
    request.socket.destroy();
    return;
  }
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(status === 200 ? { turn: null, job: null } : { title: "no" }));
});

beforeEach(async () => {
  asked = [];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  turns = turnClient({ apiUrl: `http://127.0.0.1:${port}`, token: "t" });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const claim = (untilMilliseconds: number) =>
  turns.patiently((again) => turns.client.claimTurn({ name: "mine", body: { worker: "a", again } }), {
    untilMilliseconds,
  });
const never = Number.MAX_SAFE_INTEGER;

it("a claim that nobody answered is made once more and says so", async () => {
  answers = [null, 503];
  expect(await claim(never)).toEqual({ turn: null, job: null });
  expect(asked).toEqual([
    { worker: "a", again: false },
    { worker: "a", again: true },
    { worker: "a", again: true },
  ]);
});

it("what the farm refuses is not asked again, and nothing is once its time is over", async () => {
  answers = [400];
  await expect(claim(never)).rejects.toMatchObject({ status: 400 });
  answers = [503];
  await expect(claim(0)).rejects.toMatchObject({ status: 503 });
  expect(asked).toHaveLength(2);
});
