import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openapiDocument } from "#api/farm/openapi-document.ts";
import { routes } from "#shared/contracts/api/routes/routes.ts";
import {
  astToString,
  createConfig,
  generateApi,
  lintFromString,
  openapiTypescript,
  Validator,
} from "../tools/openapi.ts";

const run = promisify(execFile);
const compiler = path.resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
const source = JSON.stringify(openapiDocument());
const names = Object.keys(routes).filter((name) => source.includes(`"operationId":"${name}"`));

it("is valid to the letter of OpenAPI 3.1, as one validator reads it", async () => {
  expect(await new Validator().validate(JSON.parse(source))).toMatchObject({ valid: true });
});

it("breaks none of another validator's recommended rules", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  const said = problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
  );
  // A record whose names are an enum has no `properties`, and a check's wanted value may be any: both are meant.
  const meant =
    /^no-required-schema-properties-undefined:|^no-illogical-composition-keywords: .*\/equals\/|^no-illogical-composition-keywords: .*\/fields\//;
  expect(said.filter((line) => !meant.test(line))).toEqual([]);
});

it("becomes a client with a method for each route, which compiles and refuses a field that a job has not", async () => {
  const spec = JSON.parse(source);
  const { files } = await generateApi({ spec, output: false, httpClientType: "fetch", silent: true });
  const generated = files[0]?.fileContent ?? "";
  expect(names.length).toBeGreaterThan(50);
  for (const name of names) expect(generated, name).toMatch(new RegExp(`\\b${name}: \\(`));
  await compile(
    generated,
    `import { Api } from "./generated.ts";
const { v1 } = new Api({ baseUrl: "https://drover.example" });
export const outcome = async (): Promise<string | undefined> => {
  const { data } = await v1.readJob("01J00000000000000000000000");
  return data.outcome;
};
// @ts-expect-error A job has no such field.
export const nothing = async (): Promise<unknown> => (await v1.readJob("")).data.nothing;
`,
  );
});

it("becomes openapi-typescript's types with its default options, an operation for each route", async () => {
  const generated = astToString(await openapiTypescript(source));
  for (const name of names) expect(generated, name).toMatch(new RegExp(`operations\\["${name}"\\]`));
  await compile(
    generated,
    `import type { operations } from "./generated.ts";
type Answer = operations["readJob"]["responses"][200]["content"]["application/json"];
export const outcomeOf = (job: Answer): string | undefined => job.outcome;
// @ts-expect-error A job has no such field.
export const nothing = (job: Answer): unknown => job.nothing;
`,
  );
});

/** Rejects with the compiler's words where one of the two does not compile. */
async function compile(generated: string, program: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "drover-generated-"));
  try {
    await writeFile(path.join(folder, "generated.ts"), generated);
    await writeFile(path.join(folder, "program.ts"), program);
    // The compiler's own libraries are no answer of ours, and take most of the time to check.
    const options =
      "--noEmit --skipLibCheck --strict --target es2024 --lib es2024,dom,dom.iterable --module preserve --types node --allowImportingTsExtensions";
    const typeRoots = ["--typeRoots", path.resolve("node_modules/@types")];
    await run(process.execPath, [compiler, ...options.split(" "), ...typeRoots, "program.ts"], {
      cwd: folder,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
