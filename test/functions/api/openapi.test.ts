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
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}
const served = async () => (await callApi("GET", "/openapi.json", { claims: null })).body as Document;

it("serves the same document as docs/openapi.json, to anyone", async () => {
  const committed: unknown = JSON.parse(await readFile("docs/openapi.json", "utf8"));
  const message = "docs/openapi.json is out of date: npm run openapi";
  expect(await served(), message).toEqual(committed);
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
