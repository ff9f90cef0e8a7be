import { monotonicFactory } from "ulid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPicture } from "#device-host/observe/hash-picture.ts";
import { ErrorGroups } from "#shared/contracts/api/error-groups.ts";
import { ErrorPage } from "#shared/contracts/api/responses/error-response.ts";
import { pictureOf } from "../shared/screen/sample-pictures.ts";
import { at, sampleError, tenantId } from "../shared/storage/sample-records.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
const newId = monotonicFactory();
const day = (n: number): string => new Date(Date.parse(at) + n * 86_400_000).toISOString();
const key = (name: string): string => `tenants/${tenantId}/jobs/x/${name}.png`;

async function seed(n: number, change: Record<string, unknown>): Promise<void> {
  const errorId = newId(Date.parse(day(n)));
  await api.repositories.errors.put(sampleError({ errorId, capturedAt: day(n), ...change }));
}
beforeAll(async () => {
  api = await startApi();
  // The clock of the first two screens differs; the third is another app's.
  const clocks = await Promise.all(
    ["9:41", "9:42"].map((clock) => hashPicture({ bytes: pictureOf("settings", clock) })),
  );
  const other = await hashPicture({ bytes: pictureOf("camera", "9:41") });
  const lost = { code: "AppCrashed", hostId: "host-b", app: "com.settings" };
  await seed(1, { ...lost, pictureHash: clocks[0], screenshotKey: key("a"), deviceId: "host-b.one" });
  await seed(2, { ...lost, pictureHash: clocks[1], screenshotKey: key("b"), deviceId: "host-b.two" });
  await seed(2, { code: "AppCrashed", pictureHash: other, app: "com.camera", hostId: "host-a" });
  await seed(3, { message: "device 'emulator-5554' not found" });
  await seed(4, { message: "device 'emulator-5556' not found" });
});
afterAll(() => api.close());

const groups = async (query = "") => {
  const answer = await callApi("GET", `/v1/errors/groups${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return ErrorGroups.parse(answer.body);
};

describe("groups of errors", () => {
  it("[spec I5.4] are of one code and screens that look nearly the same; without a picture of messages alike", async () => {
    const { items, errors, truncated } = await groups();
    expect(items.map(({ code, count, message }) => [code, count, message])).toEqual([
      ["DeviceDisconnected", 2, "device 'emulator-5556' not found"],
      ["AppCrashed", 1, expect.any(String)],
      ["AppCrashed", 2, expect.any(String)],
    ]);
    expect({ errors, truncated }).toEqual({ errors: 5, truncated: false });
  });

  it("say since when, how often a day, on what, and show the newest screen", async () => {
    const crashed = (await groups()).items[2];
    expect(crashed).toMatchObject({
      firstSeenAt: day(1),
      lastSeenAt: day(2),
      perDay: [
        { day: "2026-01-02", count: 1 },
        { day: "2026-01-03", count: 1 },
      ],
      apps: [{ id: "com.settings", count: 2 }],
      devices: [
        { id: "host-b.two", count: 1 },
        { id: "host-b.one", count: 1 },
      ],
      hosts: [{ id: "host-b", count: 2 }],
    });
    expect(crashed?.sample.links.screenshot).toContain("/b.png");
  });

  it("are filtered by host, app, code and time, with the counts of all that fit", async () => {
    expect((await groups("?hostId=host-b")).items).toHaveLength(1);
    expect((await groups("?app=com.camera")).items).toHaveLength(1);
    expect((await groups("?code=DeviceDisconnected")).facets.codes).toEqual([
      { id: "DeviceDisconnected", count: 2 },
    ]);
    expect((await groups(`?from=${day(2)}&to=${day(3)}`)).errors).toBe(2);
  });

  it("open their errors one by one", async () => {
    for (const { groupId, count } of (await groups()).items) {
      const answer = await callApi("GET", `/v1/errors?groupId=${groupId}&limit=1`);
      const first = ErrorPage.parse(answer.body);
      const rest =
        first.nextCursor === undefined
          ? { items: [] }
          : ErrorPage.parse(
              (await callApi("GET", `/v1/errors?groupId=${groupId}&cursor=${first.nextCursor}`)).body,
            );
      expect([...first.items, ...rest.items]).toHaveLength(count);
    }
  });

  it("show another tenant nothing, and nobody without the scope", async () => {
    const { body } = await callApi("GET", "/v1/errors/groups", { tenant: "other" });
    expect(body).toMatchObject({ items: [], errors: 0 });
    expect((await refused(403, "GET", "/v1/errors/groups", { scope: "devices:read" })).code).toBe(
      "Forbidden",
    );
    expect((await refused(400, "GET", "/v1/errors?groupId=..%2f")).code).toBe("InvalidRequest");
  });
});
