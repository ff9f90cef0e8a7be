import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type EventOptions, events } from "../src/index.ts";
import { readEvents } from "../src/read-events.ts";
import { json, startApiServer, stream } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApiServer>>;
beforeAll(async () => {
  api = await startApiServer();
});
afterAll(() => api.close());

/** Every event of a stream as `event data`, and how long it waited between connections. */
async function told(options: EventOptions = {}) {
  const waits: number[] = [];
  const client = createClient({ apiUrl: api.apiUrl, token: "t" });
  const read: string[] = [];
  const wait = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
  };
  for await (const { event, data } of events(
    client,
    "readJob",
    { id: "j" },
    { wait, random: () => 1, ...options },
  ))
    read.push(`${event} ${data}`);
  return { read, waits };
}

describe("the events of a route", () => {
  it("are read until it says that there are no more", async () => {
    api.answer(
      stream(": hello\n\nid: 1\nevent: step\ndata: a\n\nevent: end\ndata: {}\n\nevent: step\ndata: late\n\n"),
    );
    expect(await told()).toEqual({ read: ["step a", "end {}"], waits: [] });
  });

  it("go on after the last one when the connection is lost, after pauses that grow while it is in vain", async () => {
    api.answer(
      stream("id: 7\nevent: step\ndata: a\n\n", true),
      json({}, 503),
      json({}, 429),
      stream("id: 8\nevent: end\ndata: b\n\n"),
    );
    const { read, waits } = await told();
    expect(read).toEqual(["step a", "end b"]);
    expect(waits).toEqual([500, 1_000, 2_000]);
    expect(api.asked.slice(-3).map(({ headers }) => headers["last-event-id"])).toEqual(["7", "7", "7"]);
  });

  it("wait as long as the server asks, and never in step with other readers", async () => {
    api.answer(stream("retry: 4000\nid: 1\ndata: a\n\n"), stream("event: end\ndata: b\n\n"));
    expect((await told({ random: () => 0 })).waits).toEqual([2_000]);
  });

  it("are the same of an API that answers in pieces: their ends are no lost connections", async () => {
    const piece = (id: number, name: string) =>
      stream(`retry: 1000\nid: ${id}\nevent: ${name}\ndata: ${id}\n\n`);
    const quiet = () => stream("retry: 1000\n\n");
    api.answer(piece(1, "job"), quiet(), quiet(), quiet(), json({}, 503), piece(2, "end"));
    const states: string[] = [];
    const { read, waits } = await told({ onState: (state) => states.push(state) });
    expect(read).toEqual(["job 1", "end 2"]);
    expect(waits).toEqual([1_000, 1_000, 1_000, 1_000, 500]);
    expect(states.filter((state) => state === "lost")).toHaveLength(1);
  });

  it("are given up when something else keeps being answered, and not when it was once", async () => {
    const page = json("<html>sign in</html>", 200, { "content-type": "text/html" });
    api.answer(page, stream("id: 1\nevent: end\ndata: a\n\n"));
    expect((await told()).read).toEqual(["end a"]);
    api.answer(page, page, page);
    const before = api.asked.length;
    await expect(told()).rejects.toThrow("readJob answers text/html that is no stream of events.");
    expect(api.asked.length - before).toBe(3);
  });

  it("end with the problem when the API refuses for good, and without one when their reader gives up", async () => {
    api.answer(json({ title: "Not Found", detail: "No such job." }, 404));
    await expect(told()).rejects.toThrow("No such job.");
    expect(await told({ signal: AbortSignal.abort() })).toEqual({ read: [], waits: [] });
  });
});

async function* cutAt(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

describe("a stream of events", () => {
  it.each([1, 2, 3, 1_000])("is read the same however it is cut: %i", async (size) => {
    const text =
      "id: 1\r\ndata: a\r\ndata:  b\r\n\r\nid\rdata\r\rdata: c: d\nid: 2\nnonsense\n\ndata: no end";
    const read = await Array.fromAsync(readEvents(cutAt(text, size)));
    expect(read).toEqual([
      { id: "1", event: "message", data: "a\n b" },
      { id: "", event: "message", data: "" },
      { id: "2", event: "message", data: "c: d" },
    ]);
  });
});
