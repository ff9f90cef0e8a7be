import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { loadRoute } from "#cli/load-route.ts";
import { type RouteName, routes } from "#shared/contracts/api/routes/routes.ts";

it("a command reads each answer by the contract of its own route", async () => {
  const names = Object.keys(routes) as RouteName[];
  const loaded = await Promise.all(names.map(loadRoute));
  for (const [index, name] of names.entries()) expect(loaded[index], name).toBe(routes[name]);
});

it("a command that asks for little loads no contract of jobs", async () => {
  const code = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { loadRoute } = await import("./cli/load-route.ts");
    await loadRoute("readQuota");
    console.log(JSON.stringify(loaded.filter((url) => url.includes("/shared/contracts/"))));
  `;
  const node = ["--conditions=@drover/source", "--input-type=module", "-e", code];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  const files = JSON.parse(stdout);
  expect(files).toContainEqual(expect.stringMatching(/farm-routes\.ts$/));
  expect(files).not.toContainEqual(expect.stringMatching(/\/job\/job(-request)?\.ts$/));
});
