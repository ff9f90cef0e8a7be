import { ulid } from "ulid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { preparedAppKey, sessionUploadKey } from "#shared/contracts/farm/keys.ts";
import { UploadId } from "#shared/contracts/values/ids.ts";
import { tenantId } from "../shared/storage/sample-records.ts";
import { callApi } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const submit = (body: object) => callApi("POST", "/v1/jobs", { body: { task: "x", ...body } });
const stored = async () => (await api.repositories.jobs.list(tenantId, { limit: 100 })).items.length;
const uploadId = UploadId.parse(ulid());

describe("a job's data and apps", () => {
  it.each([
    ["a path that leaves /sdcard", { files: [{ path: "/sdcard/../data/x", text: "" }] }, "data.files.0.path"],
    ["a path elsewhere", { files: [{ path: "/data/local/tmp/x", text: "" }] }, "data.files.0.path"],
    ["a file of no content", { files: [{ path: "/sdcard/x" }] }, "data.files.0"],
    ["a kind that there is not", { accounts: [] }, "data.accounts"],
    [
      "a setting that the host needs",
      { settings: [{ namespace: "global", key: "adb_enabled", value: "0" }] },
      "data.settings.0.key",
    ],
    [
      "a path for a database",
      { sql: [{ package: "a.b", database: "../x.db", statements: ["x"] }] },
      "data.sql.0.database",
    ],
    [
      "an event that ends before it starts",
      { calendar: [{ title: "x", startsAt: "2026-03-05T09:00:00Z", endsAt: "2026-03-05T08:00:00Z" }] },
      "data.calendar.0",
    ],
    [
      "more than is kept with a job",
      {
        files: Array.from({ length: 6 }, (_, index) => ({
          path: `/sdcard/${index}`,
          text: "x".repeat(20_000),
        })),
      },
      "data",
    ],
  ])("are refused before anything starts for %s", async (_what, data, field) => {
    const before = await stored();
    const { status, body } = await submit({ data });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(`"${field}"`);
    expect(await stored()).toBe(before);
  });

  it("are refused on a device that is taken as it is", async () => {
    const data = { contacts: [{ name: "Ann" }] };
    const { status, body } = await submit({ data, device: "asItIs", requirements: { deviceId: "host-a.x" } });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("as it is");
  });

  it("name an app by its upload, which is kept for this job and later ones", async () => {
    const prepare = { apps: [{ uploadId }] };
    const refused = await submit({ prepare });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("prepare.apps.0.uploadId");
    const sent = sessionUploadKey(tenantId, uploadId);
    await api.storage.artifacts.put(sent, Buffer.from("apk"), "application/octet-stream");
    expect((await submit({ prepare })).status).toBe(201);
    await api.storage.artifacts.remove(sent);
    expect((await submit({ prepare })).status).toBe(201);
    expect(await api.storage.artifacts.getText(preparedAppKey(tenantId, uploadId))).toBe("apk");
  });
});
