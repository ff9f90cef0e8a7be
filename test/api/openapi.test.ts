import { afterAll, beforeAll, expect, it } from "vitest";
import type { Route } from "#shared/contracts/api/routes/route.ts";
import { routes } from "#shared/contracts/api/routes/routes.ts";
import { startFunctions, type TestFunctions } from "../functions/start-functions.ts";
import { callApi } from "./call-api.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, { $ref?: string }>> }>>
    >
  >;
  readonly components: { readonly responses: Readonly<Record<string, object>> };
}
const served = async () => (await callApi("GET", "/openapi.json", { claims: null })).body as Document;

it("is served to anyone, in at most 450 kB", async () => {
  expect(JSON.stringify(await served()).length).toBeLessThanOrEqual(450_000);
});

it("says no schema of more than 20 lines twice", async () => {
  const repeated = Object.entries(Object.groupBy(schemasIn(await served()), (text) => text))
    .filter(([text, same = []]) => same.length > 1 && text.split("\n").length > 20)
    .map(([text]) => text.slice(0, 300));
  expect(repeated).toEqual([]);
});

/** Every schema of the document that is written out, as indented JSON. */
function schemasIn(value: unknown, inside?: string): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const isSchema =
    !Array.isArray(value) &&
    ["schema", "schemas", "properties", "items", "anyOf", "oneOf"].includes(inside ?? "");
  const own =
    isSchema && ("type" in value || "anyOf" in value || "oneOf" in value)
      ? [JSON.stringify(value, null, 1)]
      : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, part]) =>
      schemasIn(part, Array.isArray(value) || inside === "properties" || inside === "schemas" ? inside : key),
    ),
  ];
}

it("tells of the gateway's own refusals: of tokens where one is needed, of crowds everywhere", async () => {
  const { paths, components } = await served();
  const bare = { "application/json": { schema: { $ref: "#/components/schemas/GatewayRefusal" } } };
  for (const { method, path, scope } of Object.values<Route>(routes)) {
    const { responses } = paths[path]?.[method.toLowerCase()] ?? {};
    for (const status of scope === null ? ["429"] : ["401", "429"]) {
      const name = responses?.[status]?.$ref?.replace("#/components/responses/", "") ?? "";
      expect(components.responses[name], `${path} ${status}`).toMatchObject({ content: bare });
    }
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

it("[spec I7.3] serves the JSON Schemas of its files to anyone, and no other file", async () => {
  const schema = await callApi("GET", "/v1/schemas/tasks-file.schema.json", { claims: null });
  expect(schema).toMatchObject({ status: 200, body: { title: "A tasks file: what a batch runs" } });
  const unknown = await callApi("GET", "/v1/schemas/passwd", { claims: null });
  expect(unknown).toMatchObject({ status: 404, body: { code: "NotFound" } });
});
