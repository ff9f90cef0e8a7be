import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clientRoutes } from "../../docs/client-routes.ts";

it("the client knows every route of the API as its contract has it", () => {
  const written = readFileSync("packages/client/src/routes.ts", "utf8");
  expect(written, "packages/client/src/routes.ts is out of date: npm run openapi").toBe(clientRoutes());
});

it("the client asks nothing of Node and brings no other package", () => {
  const { dependencies } = JSON.parse(readFileSync("packages/client/package.json", "utf8"));
  expect(dependencies).toBeUndefined();
});
