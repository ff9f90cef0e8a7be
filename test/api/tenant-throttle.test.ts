import { afterAll, beforeAll, expect, it } from "vitest";
import { tenantThrottle } from "#shared/contracts/farm/api-throttle.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { countRequest } from "../../api/http/tenant-throttle.ts";
import { startedAt } from "../functions/start-functions.ts";
import { callApi } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

const { windowSeconds, requests: most } = tenantThrottle;

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const later = (seconds: number): void => {
  api.clock.now = new Date(Date.parse(startedAt) + seconds * 1_000);
};
const ask = (tenant: string) => callApi("GET", "/v1/secrets", { tenant });
const windowNow = () => Math.floor(api.clock.now.getTime() / 1_000 / windowSeconds);

it("a tenant asks so often in each window and no more, and takes nothing of another's", async () => {
  const statuses = new Map<number, number>();
  for (let n = 0; n < most + 5; n += 1) {
    const { status } = await ask("busy");
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, most],
    [429, 5],
  ]);
  later(7);
  expect(await ask("busy")).toMatchObject({
    status: 429,
    headers: { "retry-after": "3" },
    body: { code: "TooManyRequests", detail: expect.stringContaining("at most 1000 requests in 10 seconds") },
  });
  expect((await ask("quiet")).status).toBe(200);
  later(windowSeconds);
  expect((await ask("busy")).status).toBe(200);
});

it("what other instances of the function answered counts too", async () => {
  later(100);
  const tenantId = TenantId.parse("spread");
  const { requestCounts } = api.repositories;
  const counting = { tenantId, window: windowNow(), most };
  expect(await requestCounts.begin({ ...counting, count: most - 10 })).toBe(true);
  const answers: number[] = [];
  for (let n = 0; n < 11; n += 1) answers.push((await ask("spread")).status);
  expect(answers).toEqual([...Array<number>(10).fill(200), 429]);
  // One whose clock is ahead has begun the next window: this one counts there, and is not shut out.
  expect(await requestCounts.begin({ ...counting, window: counting.window + 1, count: 10 })).toBe(true);
  expect((await ask("spread")).status).toBe(200);
});

it("no request is refused because another one begins the window at the same moment", async () => {
  later(200);
  const { begin, add } = api.repositories.requestCounts;
  const [looked, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The first request's write arrives after the second one has found no window, and before that begins one itself.
  const requestCounts = {
    begin: (counting: Parameters<typeof begin>[0]) =>
      looked.promise.then(() => begin(counting)).finally(begun.resolve),
    async add(counting: Parameters<typeof add>[0]) {
      const hasRoom = await add(counting);
      looked.resolve();
      await begun.promise;
      return hasRoom;
    },
  };
  const runtime = { now: () => api.clock.now, logger: console, repositories: { requestCounts } };
  const count = () => countRequest(TenantId.parse("prompt"), runtime);
  await expect(Promise.all([count(), count()])).resolves.toHaveLength(2);
});
