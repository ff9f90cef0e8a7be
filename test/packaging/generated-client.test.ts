import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { generateApi } from "swagger-typescript-api";
import { expect, it } from "vitest";
import { openapiDocument } from "#functions/api/openapi-document.ts";
import { run } from "./install.ts";

const compiler = path.resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc");

const program = `
import { Api } from "./generated.ts";
const { v1 } = new Api({ baseUrl: "https://drover.example" });
export const outcome = async (): Promise<string | undefined> => {
  const { data } = await v1.readJob("01J00000000000000000000000");
  return data.outcome;
};
// @ts-expect-error A job has no such field.
export const nothing = async (): Promise<unknown> => (await v1.readJob("")).data.nothing;
`;

it("a client that a stranger's generator makes of the API's document compiles, with a method for each route", async () => {
  await using folder = await temporaryFolder();
  const document = path.join(folder.path, "openapi.json");
  await writeFile(document, JSON.stringify(openapiDocument()));
  const { files } = await generateApi({
    input: document,
    output: false,
    httpClientType: "fetch",
    silent: true,
  });
  const text = files[0]?.fileContent ?? "";
  const names = [...(await readFile(document, "utf8")).matchAll(/"operationId":"(\w+)"/g)];
  expect(names.length).toBeGreaterThan(50);
  for (const [, name] of names) expect(text, name).toMatch(new RegExp(`\\b${name}: \\(`));
  await writeFile(path.join(folder.path, "generated.ts"), text);
  await writeFile(path.join(folder.path, "program.ts"), program);
  const options =
    "--noEmit --strict --target es2024 --lib es2024,dom,dom.iterable --module preserve --types node";
  const more = ["--allowImportingTsExtensions", "--typeRoots", path.resolve("node_modules/@types")];
  await expect(
    run(process.execPath, [compiler, ...options.split(" "), ...more, "program.ts"], { cwd: folder.path }),
  ).resolves.toBeDefined();
});

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), "drover-generated-"));
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
