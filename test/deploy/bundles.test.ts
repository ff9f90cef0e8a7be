import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { calledFunctionNames, functionNames, functions } from "#shared/contracts/functions/functions.ts";
import budgets from "./bundle-budgets.json" with { type: "json" };
import { readByStart } from "./read-by-start.ts";

const dir = inject("bundles");
const script = path.join(dir, "call-all.mjs");
let outcomes: Readonly<Record<string, string>>;
let readOfNode: readonly string[];

/** In a process of its own, because the bundles must find what they need without this project around them. */
const callAll = `
const http = { method: "GET", path: "/openapi.json" };
const event = { version: "2.0", rawPath: http.path, headers: {}, requestContext: { http } };
const modules = {};
for (const name of ${JSON.stringify(functionNames)}) modules[name] = await import("./" + name + "/index.mjs");
const readOfNode = [...process.moduleLoadList];
const outcomes = {};
for (const [name, { handler }] of Object.entries(modules)) {
  outcomes[name] = await handler(name === "api" ? event : {}, { awsRequestId: "r" }).then((answer) => "status " + answer.statusCode, (error) => error.name);
}
process.stdout.write("\\n" + JSON.stringify({ outcomes, readOfNode }));
process.exit(0);
`;

beforeAll(async () => {
  await writeFile(script, callAll);
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    cwd: dir,
    env: {
      ...Object.fromEntries(functions.api.environment.map((name) => [name, "https://drover.example"])),
      DROVER_RETENTION: "{}",
      DROVER_STAGE: "prod",
      DROVER_TOKEN_RULES: "{}",
      AWS_REGION: "us-east-1",
    },
  });
  ({ outcomes, readOfNode } = JSON.parse(stdout.slice(stdout.lastIndexOf("\n"))));
}, 120_000);
afterAll(() => rm(script));

it.each(calledFunctionNames)(
  "%s loads under Node and fails by the name that the state machine matches",
  (name) => {
    expect(outcomes[name]).toBe("SchemaMismatch");
  },
);

it("api loads under Node and describes itself", () => {
  expect(outcomes.api).toBe("status 200");
});

it("no start makes Node load the client of fetch by importing node:http", () => {
  expect(readOfNode).toContain("NativeModule http");
  expect(readOfNode.filter((name) => name.includes("undici"))).toEqual([]);
});

it("no function's start reads more than its budget, which `npm run bench:bundle -- --budgets` sets 5 % above what it read", async () => {
  const read = await Promise.all(
    functionNames.map(async (name) => {
      const files = await readByStart(path.join(dir, name, "index.mjs"));
      const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
      return { name, kilobytes: Math.ceil(bytes / 1_000) };
    }),
  );
  expect(read.filter(({ name, kilobytes }) => kilobytes > budgets[name])).toEqual([]);
});
