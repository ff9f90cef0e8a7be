import { expect, it } from "vitest";
import { loadRoute } from "#cli/load-route.ts";
import { type RouteName, routes } from "#shared/contracts/api/routes/routes.ts";
import { modulesOfNode } from "./loaded-modules.ts";

it("a command reads each answer by the contract of its own route", async () => {
  const names = Object.keys(routes) as RouteName[];
  const loaded = await Promise.all(names.map(loadRoute));
  for (const [index, name] of names.entries()) expect(loaded[index], name).toBe(routes[name]);
});

it("a command that asks for little loads no contract of jobs", async () => {
  const code = 'const { loadRoute } = await import("./cli/load-route.ts"); await loadRoute("readQuota");';
  const files = await modulesOfNode("--conditions=@drover/source", "--input-type=module", "-e", code);
  expect(files).toContainEqual(expect.stringMatching(/farm-routes\.ts$/));
  expect(files).not.toContainEqual(expect.stringMatching(/\/job\/job(-request)?\.ts$/));
});
