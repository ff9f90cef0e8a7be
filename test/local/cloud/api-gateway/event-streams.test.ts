import { setImmediate } from "node:timers/promises";
import type { LoopbackServer } from "@drover/aws-local/loopback-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startApiHost } from "#local/cloud/api-gateway/api-host.ts";
import type { LambdaHost } from "#local/cloud/lambda/lambda-host.ts";
import { Problem } from "#shared/contracts/farm/problem.ts";

/** A function that tells one event more each time it is asked, and what it was asked with. */
function counting() {
  const asked: (string | undefined)[] = [];
  let last = 3;
  const invoke: LambdaHost["invoke"] = async (_name, event) => {
    const { headers } = event as { readonly headers: Readonly<Record<string, string>> };
    asked.push(headers["last-event-id"]);
    const next = Number(headers["last-event-id"] ?? 0) + 1;
    const body = `retry: 1\nid: ${next}\nevent: ${next >= last ? "end" : "step"}\ndata: ${next}\n\n`;
    const answer = { statusCode: 200, headers: { "content-type": "text/event-stream; charset=utf-8" }, body };
    return { failed: false, payload: JSON.stringify(answer) };
  };
  return { asked, invoke, endAt: (event: number) => (last = event) };
}

let lambda: ReturnType<typeof counting>;
let server: LoopbackServer;
let tokenIsGood: boolean;
beforeEach(async () => {
  lambda = counting();
  tokenIsGood = true;
  server = await startApiHost({
    lambda,
    functionName: "api",
    publicRoutes: [],
    authorize: async (bearer) =>
      tokenIsGood ? { ok: true, claims: { tenant: bearer ?? "" } } : { ok: false, challenge: "Bearer" },
    accountId: "000000000000",
    ids: () => "r",
    clock: () => new Date(0),
  });
});
afterEach(() => server.close());

const open = (init: RequestInit = {}, tenant = "acme") =>
  fetch(`${server.url}/v1/jobs/j/events`, { ...init, headers: { authorization: tenant, ...init.headers } });
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await setImmediate();
};

describe("a stream of the farm's gateway", () => {
  it("is one answer, whose function is asked on with the last event until the end", async () => {
    const response = await open();
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const data = [...(await response.text()).matchAll(/^data: (\d+)$/gm)].map(([, text]) => text);
    expect(data).toEqual(["1", "2", "3"]);
    expect(lambda.asked).toEqual([undefined, "1", "2"]);
  });

  it("comes piece by piece, not when it is whole", async () => {
    lambda.endAt(1_000_000);
    const gone = new AbortController();
    const response = await open({ signal: gone.signal });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    gone.abort();
  });

  it("goes on after Last-Event-ID", async () => {
    const text = await (await open({ headers: { "last-event-id": "2" } })).text();
    expect(text).toContain("data: 3");
    expect(lambda.asked).toEqual(["2"]);
  });

  it("asks nothing more when its client has left", async () => {
    lambda.endAt(1_000_000);
    const gone = new AbortController();
    await open({ signal: gone.signal });
    await until(() => lambda.asked.length > 3);
    gone.abort();
    let before = -1;
    while (before !== lambda.asked.length) {
      before = lambda.asked.length;
      await open({ headers: { "last-event-id": "999999" } }).then((response) => response.text());
      lambda.asked.pop();
    }
    expect(lambda.asked.length).toBe(before);
  });

  it("ends when its token does", async () => {
    lambda.endAt(1_000_000);
    const response = await open();
    await until(() => lambda.asked.length > 2);
    tokenIsGood = false;
    expect(await response.text()).toContain("data: 1");
  });

  it("is refused when its tenant has a hundred, and not to another tenant; who leaves makes room", async () => {
    lambda.endAt(1_000_000);
    const gone = Array.from({ length: 100 }, () => new AbortController());
    // Node closes the stream of a response that nobody refers to any more.
    const held = await Promise.all(gone.map(({ signal }) => open({ signal })));
    const refused = await open();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(Problem.parse(await refused.json()).code).toBe("TooManyStreams");
    const other = new AbortController();
    expect((await open({ signal: other.signal }, "other")).status).toBe(200);
    expect(held.map(({ status }) => status)).toEqual(gone.map(() => 200));
    for (const one of [...gone, other]) one.abort();
    let status = 429;
    // 503: a busy machine has no time for it yet.
    while (status === 429 || status === 503) {
      const again = new AbortController();
      status = (await open({ signal: again.signal })).status;
      again.abort();
    }
    expect(status).toBe(200);
  });

  it("is not held for who only asks for its head", async () => {
    const response = await open({ method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(lambda.asked).toHaveLength(1);
  });
});
