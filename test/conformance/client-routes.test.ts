import { readFileSync } from "node:fs";
import { routes } from "@drover/client";
import { expect, it } from "vitest";
import type { Route } from "#shared/contracts/api/routes/route.ts";
import { routes as contracts } from "#shared/contracts/api/routes/routes.ts";

it("the client knows every route of the API as its contract has it", () => {
  const wanted = Object.entries<Route>(contracts).map(([name, { method, path, headers }]) => {
    const takesKey = headers !== undefined && "idempotency-key" in headers.shape;
    return [name, { method, path, ...(takesKey && { takesKey }) }];
  });
  expect(routes, "packages/client/src/routes.ts is out of date: npm run openapi").toEqual(
    Object.fromEntries(wanted),
  );
});

it("the client asks nothing of Node and brings no other package", () => {
  const { dependencies } = JSON.parse(readFileSync("packages/client/package.json", "utf8"));
  expect(dependencies).toBeUndefined();
});
