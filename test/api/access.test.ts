import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "#shared/contracts/api/routes/route.ts";
import { routes } from "#shared/contracts/api/routes/routes.ts";
import { startFunctions } from "../functions/start-functions.ts";
import { deviceId, jobIdOf } from "../shared/storage/sample-records.ts";
import { allScopes, callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const guarded = Object.entries<Route>(routes).filter(([, route]) => route.scope !== null);
const urlOf = ({ path }: Route) =>
  path
    .replace("{id}", path.startsWith("/v1/device/") ? deviceId : jobIdOf(1))
    .replace("{q}", "1")
    .replace("{name}", "done");

describe.each(guarded)("%s", (_, route) => {
  const refusal = (status: number, call: Parameters<typeof refused>[3]) =>
    refused(status, route.method, urlOf(route), call);

  it("is refused without a verified token", async () => {
    expect((await refusal(401, { claims: null })).code).toBe("Unauthorized");
  });

  it("is refused to a token without the scope, which is named", async () => {
    const scope = allScopes
      .split(" ")
      .filter((name) => name !== route.scope)
      .join(" ");
    expect((await refusal(403, { scope })).detail).toContain(String(route.scope));
  });

  it("is refused to a token that names no tenant or one that cannot be", async () => {
    const scope = allScopes;
    for (const claims of [{ scope }, { scope, tenant: "../other" }, { scope, tenant: "" }]) {
      expect((await refusal(403, { claims })).detail).toContain("tenant");
    }
  });
});

it("refuses a token whose tenant is no text, though the authorizer writes it as one", async () => {
  const bearer = (payload: object) =>
    `Bearer e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.c2ln`;
  for (const tenant of [5, true, null, ["acme"], { a: 1 }]) {
    const claims = { tenant: String(tenant), scope: allScopes };
    await refused(403, "GET", "/v1/jobs", { claims, headers: { authorization: bearer({ tenant }) } });
  }
  const headers = { authorization: bearer({ tenant: "acme" }) };
  expect((await callApi("GET", "/v1/jobs", { tenant: "acme", headers })).status).toBe(200);
});

it("says what to write at the issuer for a tenant of before whose name has a '_'", async () => {
  const { detail } = await refused(403, "GET", "/v1/jobs", { tenant: "acme_eu" });
  expect(detail).toContain("'acme_eu'");
  expect(detail).toContain("let the issuer write 'acme-eu' there");
});

it("takes the tenant from the token, whatever the request says", async () => {
  const headers = { "x-tenant": "other", tenant: "other" };
  const answer = await callApi("GET", "/v1/jobs?tenantId=other", { headers });
  expect(answer.status).toBe(400);
  expect((await callApi("GET", "/v1/jobs", { headers, tenant: "acme" })).status).toBe(200);
});

it("reads scopes as API Gateway writes a list of them", async () => {
  const scope = "[jobs:read devices:read]";
  expect((await callApi("GET", "/v1/jobs", { scope })).status).toBe(200);
});

it("reads scopes and tenant as the deployment's issuer writes them", async () => {
  const rules = JSON.stringify({ tenantClaim: "custom:team", scopePrefix: "drover/" });
  const functions = await startFunctions({ DROVER_TOKEN_RULES: rules });
  const status = async (claims: Record<string, string>) =>
    (await callApi("GET", "/v1/jobs", { claims })).status;
  const team = { "custom:team": "acme" };
  expect(await status({ ...team, scope: "openid drover/jobs:read" })).toBe(200);
  expect(await status({ ...team, scp: "[drover/jobs:read]" })).toBe(200);
  expect(await status({ ...team, scp: "jobs:read" })).toBe(200);
  expect(await status({ ...team, scope: "other/jobs:read" })).toBe(403);
  expect(await status({ tenant: "acme", scope: "jobs:read" })).toBe(403);
  await functions.close();
});

it("keeps what is wrong inside the farm to its log", async () => {
  const broken = await startFunctions({ DROVER_TABLE_NAME: "no-such-table" });
  const problem = await refused(500, "GET", "/v1/jobs");
  expect(problem).toMatchObject({
    code: "ConfigurationInvalid",
    detail: expect.stringContaining("request-1"),
  });
  expect(JSON.stringify(problem)).not.toMatch(/table|resource/i);
  expect(broken.lines.join("\n")).toMatch(/ResourceNotFoundException/);
  await broken.close();
});
