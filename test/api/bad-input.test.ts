import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { voiceBodyKilobytes } from "#shared/contracts/job/voice.ts";
import { jobIdOf, tenantId } from "../shared/storage/sample-records.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  // Nothing of all this was stored.
  expect((await api.repositories.jobs.list(tenantId, { limit: 1 })).items).toEqual([]);
  await api.close();
});

const task = "Turn on Bluetooth";
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
const cases: readonly [string, unknown, string, string][] = [
  ["an empty task", { task: "" }, "task", "must describe a task"],
  ["a task of blanks", { task: " \n " }, "task", "must describe a task"],
  ["a task of 10,000 characters", { task: "x".repeat(10_000) }, "task", "at most 4,000 characters"],
  ["a task with a control character", { task: "a\u0000b" }, "task", "control character"],
  ["a task with a C1 control character", { task: "a\u009b31mb" }, "task", "control character"],
  ["a path that climbs", file("/../data/x"), "validators.0.path", "without '..'"],
  ["a path that climbs inside", file("/sdcard/a/../../x"), "validators.0.path", "without '..'"],
  ["a path with a line feed", file("/sdcard/a\n/../x"), "validators.0.path", "line feeds"],
  ["a path that is none", file("sdcard/x"), "validators.0.path", "absolute path"],
  ["a field that occurs twice", `{"task":"x","task":"y"}`, "task", "occurs twice"],
  [
    "a field that occurs twice further in",
    `{"task":"x","validators":[{"kind":"a","k\\u0069nd":"b"}]}`,
    "validators.0.kind",
    "occurs twice",
  ],
  ["no task", {}, "task", "is missing"],
  [
    "an unknown kind of validator",
    { task, validators: [{ kind: "magic" }] },
    "validators.0.kind",
    "'foregroundApp'",
  ],
  ["negative limits", { task, limits: { maxSteps: -1 } }, "limits.maxSteps", ">=1"],
  ["an unknown model role", { task, models: { oracle: {} } }, "models.oracle", "not a known field"],
  ["an unknown field", { task, tenantId: "other" }, "tenantId", "not a known field"],
  ["no object", [task], "body", "expected object"],
  [
    "a prototype",
    `{"task":"x","limits":{"__proto__":{"maxSteps":9}}}`,
    "limits.__proto__",
    "not allowed as a field name",
  ],
  ["deep nesting", { task, a: nested(30) }, Array(20).fill("a").join("."), "nested deeper"],
  ["validators beyond all bounds", bulky(), "validators", "can be stored"],
  [
    "a body beyond 256 KB without a voice command",
    { task, a: "x".repeat(262_144) },
    "body",
    "larger than 256 KB",
  ],
  [
    "a body beyond what a voice command takes",
    { voice: { mediaType: "audio/wav", audio: "A".repeat(voiceBodyKilobytes * 1_024) } },
    "body",
    `larger than ${voiceBodyKilobytes} KB`,
  ],
  ["no body", undefined, "body", "is missing"],
];
function file(path: string) {
  return { task, validators: [{ kind: "file", path }] };
}
function bulky() {
  const text = { kind: "uiText", contains: "x".repeat(4_000), ignoreCase: false };
  const file = { kind: "file", path: `/sdcard/${"a".repeat(900)}`, equals: "y".repeat(4_000) };
  return {
    task,
    validators: Array.from({ length: 20 }, (_, n) => (n % 2 ? text : { ...file, equals: "ö".repeat(4_000) })),
  };
}

describe("a job that is asked for wrongly", () => {
  it.each(cases)("is refused for %s, naming the field", async (_, body, field, message) => {
    const problem = await refused(400, "POST", "/v1/jobs", { body });
    expect(problem.code).toBe("InvalidRequest");
    expect(problem.errors).toContainEqual(
      expect.objectContaining({ field, message: expect.stringContaining(message) }),
    );
    expect(problem.advice).not.toEqual([]);
  });

  it("is told what was sent, cut to 100 characters, and every wrong field at once", async () => {
    const body = { task: "x".repeat(5_000), limits: { maxSteps: 0, maxTokens: "many" } };
    const { errors = [] } = await refused(400, "POST", "/v1/jobs", { body });
    expect(errors.map(({ field }) => field)).toEqual(["task", "limits.maxSteps", "limits.maxTokens"]);
    expect(errors[0]?.value).toBe("x".repeat(100));
    expect(errors[1]?.value).toBe("0");
  });

  it.each([
    ['{"task": "x",}', "line 1, column 14"],
    ['{\n  "task": x\n}', "line 2, column 11"],
    ['{"task": "x"', "line 1, column 13: Unexpected end of input"],
    ['{\n"task":', "line 2, column 8: Unexpected end of input"],
  ])("is told where %s stops being JSON", async (body, place) => {
    const { errors } = await refused(400, "POST", "/v1/jobs", { body });
    expect(errors).toEqual([
      expect.objectContaining({ field: "body", message: expect.stringContaining(place) }),
    ]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "is refused when it comes as '%s'",
    async (type) => {
      const headers = { "content-type": type };
      const { errors } = await refused(400, "POST", "/v1/jobs", { body: { task }, headers });
      expect(errors).toEqual([{ field: "content-type", value: type, message: "must be application/json" }]);
    },
  );

  it("is refused for a pool that is not there or too old, naming what there is", async () => {
    const unknown = await refused(400, "POST", "/v1/jobs", {
      body: { task, requirements: { pool: "tablets" } },
    });
    expect(unknown).toMatchObject({
      code: "PoolNotFound",
      errors: [{ field: "requirements.pool", value: "tablets" }],
    });
    expect(unknown.detail).toContain("pools: default");
    const old = await refused(400, "POST", "/v1/jobs", { body: { task, requirements: { minApiLevel: 99 } } });
    expect(old.errors).toMatchObject([{ field: "requirements.minApiLevel", value: "99" }]);
    const nobody = await refused(400, "POST", "/v1/jobs", { body: { task }, tenant: "nobody" });
    expect(nobody).toMatchObject({ code: "PoolNotFound", errors: [{ field: "requirements" }] });
  });

  it("is refused when its bytes are no UTF-8", async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    const { errors } = await refused(400, "POST", "/v1/jobs", { body, base64: true });
    expect(errors).toEqual([{ field: "body", message: "is not UTF-8" }]);
  });

  it("is refused for a key that no header carries", async () => {
    const headers = { "idempotency-key": "with blank" };
    const { errors } = await refused(400, "POST", "/v1/jobs", { body: { task }, headers });
    expect(errors).toMatchObject([{ field: "idempotency-key", value: "with blank" }]);
  });

  it("answers a problem to any JSON that is no job, and stores nothing", async () => {
    const anything = fc
      .jsonValue()
      .filter((value) => !(typeof value === "object" && value !== null && "task" in value));
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        await refused(400, "POST", "/v1/jobs", { body: JSON.stringify(value) });
      }),
      { numRuns: 50 },
    );
  });
});

describe("a list that is asked for wrongly", () => {
  it.each([
    ["/v1/jobs?limit=0", "limit"],
    ["/v1/jobs?limit=x", "limit"],
    ["/v1/jobs?status=lost", "status"],
    ["/v1/jobs?cursor=abc", "cursor"],
    ["/v1/errors?cursor=%00", "cursor"],
    ["/v1/devices?page=2", "page"],
    ["/v1/devices?toString=1", "toString"],
    ["/v1/jobs?__proto__=1", "__proto__"],
    ["/v1/jobs?constructor=1", "constructor"],
    [`/v1/errors?jobId=${jobIdOf(1)}&cursor=abc`, "cursor"],
  ])("is refused for %s", async (url, field) => {
    const { errors } = await refused(400, "GET", url);
    expect(errors).toMatchObject([{ field }]);
  });
});

describe("what is not there", () => {
  it.each([
    "/v1/jobs/none",
    "/v1/jobs/01J00000000000000000000009",
    "/v1/jobs/..%2f..%2fx",
    "/v1/jobs/%E0%A4%A",
  ])("is not found: %s", async (url) => {
    const problem = await refused(404, "GET", url);
    expect(problem).toMatchObject({ code: "NotFound", errors: [{ field: "id" }] });
  });

  it("is said of an unknown route too", async () => {
    expect((await refused(404, "GET", "/v2/jobs")).detail).toContain("GET /v2/jobs");
  });

  it.each([
    ["POST", "/v1/devices", "GET, HEAD"],
    ["DELETE", "/v1/jobs", "POST, GET, HEAD"],
    ["GET", "/v1/jobs/x/cancel", "POST"],
    ["PUT", "/v1/jobs/x", "GET, HEAD, DELETE"],
  ])("is told of %s %s, with the methods there are", async (method, url, allow) => {
    const { status, headers } = await callApi(method, url);
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow });
    expect((await refused(405, method, url)).code).toBe("MethodNotAllowed");
  });

  it("is told which methods there are to OPTIONS, which is no error", async () => {
    const { status, headers, body } = await callApi("OPTIONS", "/v1/jobs/x", { claims: null });
    expect({ status, allow: headers.allow, body }).toEqual({
      status: 204,
      allow: "GET, HEAD, DELETE, OPTIONS",
      body: undefined,
    });
    expect((await refused(404, "OPTIONS", "/v2/jobs")).code).toBe("NotFound");
  });

  it("is told to HEAD as to GET, without a body", async () => {
    const found = await callApi("HEAD", "/v1/jobs");
    expect(found).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
    const missing = await callApi("HEAD", `/v1/jobs/${jobIdOf(9)}`);
    expect([missing.status, found.body, missing.body]).toEqual([404, undefined, undefined]);
  });
});
