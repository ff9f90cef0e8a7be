import { readFile } from "node:fs/promises";
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
  readonly info: { readonly license: object };
  readonly servers: readonly object[];
  readonly components: { readonly schemas: object };
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

it("holds what Redocly's recommended rules ask: servers, a license, used schemas, refusals, summaries", async () => {
  const document = await served();
  const text = JSON.stringify(document);
  const { schemas } = document.components;
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  expect(unused).toEqual([]);
  expect(document.servers).toHaveLength(1);
  expect(document.info.license).toMatchObject({ identifier: "Apache-2.0" });
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    expect(operation.summary).toMatch(/^[A-Z].*\.$/);
    expect(Object.keys(operation.responses).some((status) => status.startsWith("4"))).toBe(true);
  }
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
