import { readFile } from "node:fs/promises";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Route } from "#shared/contracts/api/route.ts";
import { routes } from "#shared/contracts/api/routes.ts";
import { startFunctions, type TestFunctions } from "../start-functions.ts";
import { callApi } from "./call-api.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly summary: string; readonly responses: object }>>>
  >;
}
const served = async () => (await callApi("GET", "/openapi.json", { claims: null })).body as Document;

it("serves the same document as docs/openapi.json, to anyone", async () => {
  const committed: unknown = JSON.parse(await readFile("docs/openapi.json", "utf8"));
  const message = "docs/openapi.json is out of date: npm run openapi";
  expect(await served(), message).toEqual(committed);
});

it("is valid to the letter of OpenAPI 3.1, as one validator reads it", async () => {
  const result = await new Validator().validate({ ...(await served()) });
  expect(result).toMatchObject({ valid: true });
});

it("breaks none of another validator's recommended rules", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const source = JSON.stringify(await served());
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  const said = problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
  );
  // A record whose names are an enum has no `properties`, and a check's wanted value may be any: both are meant.
  const meant =
    /^no-required-schema-properties-undefined:|^no-illogical-composition-keywords: .*\/equals\/|^no-illogical-composition-keywords: .*\/fields\//;
  expect(said.filter((line) => !meant.test(line))).toEqual([]);
});

it("tells of the gateway's own refusals: of tokens where one is needed, of crowds everywhere", async () => {
  const { paths } = await served();
  const bare = { "application/json": { schema: { $ref: "#/components/schemas/GatewayRefusal" } } };
  for (const { method, path, scope } of Object.values<Route>(routes)) {
    const { responses } = paths[path]?.[method.toLowerCase()] ?? {};
    expect(responses, path).toMatchObject({ "429": { content: bare } });
    if (scope !== null) expect(responses, path).toMatchObject({ "401": { content: bare } });
  }
});

it("describes each route of the router, and no other", async () => {
  const { openapi, paths } = await served();
  expect(openapi).toBe("3.1.0");
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routed = Object.values<Route>(routes).map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual(routed.sort());
});
