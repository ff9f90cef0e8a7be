import { afterAll, beforeAll, expect, it } from "vitest";
import { SecretName } from "#shared/contracts/job/secret.ts";
import { createSecretVault } from "#shared/storage/secrets/secret-vault.ts";
import { stage, tenantId } from "../../shared/storage/sample-records.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const value = "correct-horse-battery";
const put = (name: string, body: unknown, tenant = "acme") =>
  callApi("PUT", `/v1/secrets/${name}`, { body, tenant });
const names = async (tenant = "acme") => {
  const { body } = await callApi("GET", "/v1/secrets", { tenant });
  return (body as { items: { name: string }[] }).items.map(({ name }) => name);
};
const read = (name: string) =>
  createSecretVault(api.storage.clients.secretsManager, stage).read(tenantId, SecretName.parse(name));

it("keeps a secret for the tenant's hosts and tells its name and apps, never its value", async () => {
  const answer = await put("shop", { value, packages: ["com.example.shop"] });
  expect(answer).toMatchObject({ status: 200, body: { name: "shop", packages: ["com.example.shop"] } });
  expect(await read("shop")).toEqual({ value, packages: ["com.example.shop"] });
  const list = await callApi("GET", "/v1/secrets");
  expect(JSON.stringify([answer, list, api.lines])).not.toContain(value);
  expect(await names()).toContain("shop");
});

it("gives a secret another value and other apps at once", async () => {
  await put("bank", { value: "first", packages: ["com.a.b"] });
  await put("bank", { value: "second", packages: [] });
  expect(await read("bank")).toEqual({ value: "second", packages: [] });
});

it("forgets a secret, and keeps one of that name again", async () => {
  await put("wifi", { value: "first" });
  expect((await callApi("DELETE", "/v1/secrets/wifi")).status).toBe(200);
  expect(await names()).not.toContain("wifi");
  expect(await read("wifi")).toBeNull();
  await refused(404, "DELETE", "/v1/secrets/wifi");
  await put("wifi", { value: "second" });
  expect(await read("wifi")).toMatchObject({ value: "second" });
});

it("knows no secret of another tenant", async () => {
  await put("private", { value }, "other");
  expect(await names()).not.toContain("private");
  await refused(404, "DELETE", "/v1/secrets/private");
  expect(await read("private")).toBeNull();
});

it.each([
  ["a value that is too long", { value: value.repeat(300) }],
  ["a field with another name", { vaule: value, value }],
  ["a control character", { value: `${value}\u0000` }],
  ["an app that can be none", { value, packages: [value] }],
  ["text that is no JSON", `{"value": "${value}`],
  ["JSON of another form", JSON.stringify(value)],
])("says of %s what is wrong, and nothing of what was sent", async (_, body) => {
  const problem = await refused(400, "PUT", "/v1/secrets/shop", { body });
  expect(JSON.stringify([problem, api.lines])).not.toContain(value);
});

it.each(["../other", "a b", "%2e%2e%2fother", "x".repeat(65)])(
  "has no secret that is called %s",
  async (name) => {
    await refused(404, "PUT", `/v1/secrets/${encodeURIComponent(name)}`, { body: { value } });
  },
);

it("submits no job that refers to a secret which is not there or not bound, and says what to do", async () => {
  await put("bound", { value, packages: ["com.example.shop"] });
  await put("loose", { value });
  const submit = (task: string, contains = "x") =>
    ({ body: { task, validators: [{ kind: "answer", contains }] } }) as const;
  const unknown = await refused(422, "POST", "/v1/jobs", submit("Sign in with {{secret:nope}}."));
  expect(unknown).toMatchObject({ code: "SecretUnavailable", errors: [{ field: "task", value: "nope" }] });
  expect(unknown.detail).toContain("drover secrets set nope --package <app>");
  const loose = await refused(422, "POST", "/v1/jobs", submit("Sign in with {{secret:loose}}."));
  expect(loose.detail).toContain("'loose' is bound to no app");
  const inCheck = await refused(422, "POST", "/v1/jobs", submit("Sign in.", "{{secret:../other}}"));
  expect(inCheck.detail).toContain("validators: there is no secret '../other'");
  expect(
    (await callApi("POST", "/v1/jobs", submit("Sign in with {{secret:bound}}.", "{{secret:loose}}"))).status,
  ).toBe(201);
});
