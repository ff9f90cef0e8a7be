import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleFunctions } from "#infra/bundle-functions.ts";
import { calledFunctionNames, functionNames, functions } from "#shared/contracts/functions.ts";

let dir: string;
let outcomes: Readonly<Record<string, string>>;

/** In a process of its own, because the bundles must find what they need without this project around them. */
const callAll = `
const http = { method: "GET", path: "/openapi.json" };
const event = { version: "2.0", rawPath: http.path, headers: {}, requestContext: { http } };
const outcomes = {};
for (const name of ${JSON.stringify(functionNames)}) {
  const { handler } = await import("./" + name + "/index.mjs");
  outcomes[name] = await handler(name === "api" ? event : {}, { awsRequestId: "r" }).then((answer) => "status " + answer.statusCode, (error) => error.name);
}
process.stdout.write("\\n" + JSON.stringify(outcomes));
process.exit(0);
`;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-bundles-"));
  await bundleFunctions(dir);
  await writeFile(path.join(dir, "call-all.mjs"), callAll);
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(dir, "call-all.mjs")], {
    cwd: dir,
    env: {
      ...Object.fromEntries(functions.api.environment.map((name) => [name, "https://drover.example"])),
      DROVER_RETENTION: "{}",
      DROVER_STAGE: "prod",
      DROVER_TOKEN_RULES: "{}",
      AWS_REGION: "us-east-1",
    },
  });
  outcomes = JSON.parse(stdout.slice(stdout.lastIndexOf("\n")));
}, 120_000);
afterAll(() => rm(dir, { recursive: true }));

it.each(calledFunctionNames)(
  "%s loads under Node and fails by the name that the state machine matches",
  (name) => {
    expect(outcomes[name]).toBe("SchemaMismatch");
  },
);

it("api loads under Node and describes itself", () => {
  expect(outcomes.api).toBe("status 200");
});
