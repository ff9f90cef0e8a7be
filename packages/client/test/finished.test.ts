import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient, finishedBatch, finishedJob } from "../src/index.ts";
import { json, startApiServer, stream } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApiServer>>;
beforeAll(async () => {
  api = await startApiServer();
});
afterAll(() => api.close());

const client = () => createClient({ apiUrl: api.apiUrl, token: "t", retry: { most: 0 } });
const wait = async (): Promise<void> => undefined;
const page = json({ message: "no streams here" });

it("a job that is waited for is told of as it goes, and given when it has ended", async () => {
  const told: unknown[] = [];
  api.answer(
    stream('event: job\ndata: {"status":"running"}\n\nevent: end\ndata: {"status":"finished"}\n\n'),
    json({ status: "finished", outcome: "success" }),
  );
  const onEvent = (event: string, data: unknown): void => void told.push([event, data]);
  expect(await finishedJob(client(), "j", { wait, onEvent })).toEqual({
    status: "finished",
    outcome: "success",
  });
  expect(told).toEqual([
    ["job", { status: "running" }],
    ["end", { status: "finished" }],
  ]);
  expect(api.asked.slice(-2).map(({ url }) => url)).toEqual(["/v1/jobs/j/events", "/v1/jobs/j"]);
});

it.each(["finished", "cancelled", "failed", "refused"])(
  "a batch is looked at until it is %s where no streams come through",
  async (status) => {
    api.answer(
      page,
      page,
      page,
      json({ status: "running" }),
      json({ status: "cancelling" }),
      json({ status }),
    );
    expect(await finishedBatch(client(), "b", { wait })).toEqual({ status });
  },
);

it("waiting ends when its caller says so, not what is waited for", async () => {
  const aborted = new AbortController();
  api.answer(stream('event: job\ndata: {"status":"running"}\n\n', true));
  const onEvent = (): void => aborted.abort(new Error("enough"));
  await expect(finishedJob(client(), "j", { wait, signal: aborted.signal, onEvent })).rejects.toThrow(
    "enough",
  );
});
