import type { LoopbackServer } from "@drover/aws-local/loopback-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApiHost } from "#local/cloud/api-gateway/api-host.ts";

describe("the throttle of the stage", () => {
  let crowded: LoopbackServer;
  let asked = 0;
  let time = Date.parse("2026-11-21T02:11:46.000Z");
  beforeAll(async () => {
    crowded = await startApiHost({
      accountId: "000000000000",
      clock: () => new Date(time),
      lambda: { invoke: async () => ({ failed: false, payload: '{"statusCode":200}' }) },
      functionName: "api",
      publicRoutes: ["GET /openapi.json"],
      authorize: async (authorization) => {
        if (authorization === undefined) return { ok: false, challenge: "Bearer" };
        asked += 1;
        return { ok: true, claims: {} };
      },
      ids: () => "gateway-request",
      throttle: { rateLimit: 2, burstLimit: 3 },
      publicThrottle: { rateLimit: 1, burstLimit: 2 },
    });
  });
  afterAll(() => crowded.close());
  const withToken = { headers: { authorization: "Bearer x" } };
  const statuses = async (
    count: number,
    path = "/v1/jobs",
    how: RequestInit = withToken,
  ): Promise<readonly number[]> => {
    const got: number[] = [];
    for (let one = 0; one < count; one += 1) got.push((await fetch(crowded.url + path, how)).status);
    return got;
  };

  it("leaves callers with a token what they have, however many ask without one", async () => {
    expect(await statuses(20, "/v1/jobs", {})).toEqual(Array<number>(20).fill(401));
    expect(await statuses(4, "/openapi.json", {})).toEqual([200, 200, 429, 429]);
    expect(await statuses(3)).toEqual([200, 200, 200]);
    time += 3_600_000;
  });

  it("lets a burst pass and refuses what is more, before any token is looked at", async () => {
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
    const before = asked;
    const refused = await fetch(`${crowded.url}/v1/jobs`, withToken);
    expect(await refused.text()).toBe('{"message":"Too Many Requests"}');
    expect([refused.headers.get("retry-after"), refused.headers.get("apigw-requestid"), asked]).toEqual([
      null,
      "gateway-request",
      before,
    ]);
  });

  it("lets as many pass each second as it says, and never more than the burst", async () => {
    time += 1_000;
    expect(await statuses(3)).toEqual([200, 200, 429]);
    time += 3_600_000;
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
  });
});
