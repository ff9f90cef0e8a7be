import { readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packageNames } from "../tiers.ts";
import { type Installed, packAndInstall, run } from "./install.ts";
import { evaluateWithoutEnd, serve } from "./serve.ts";

const tools = path.resolve(import.meta.dirname, "../../node_modules");
let installed: Installed;

beforeAll(async () => {
  installed = await packAndInstall(...packageNames.map((name) => `packages/${name}`));
}, 600_000);
afterAll(() => installed[Symbol.asyncDispose]());

const program = `
import { startEngine, type RunningEngine } from "@drover/step-functions";
import { startServices } from "@drover/aws-local";
import { startLoopbackServer } from "@drover/aws-local/loopback-server";
import { startModelServer } from "@drover/practice-model";
import { startPhones } from "@drover/virtual-android";
import { createClient, NoAnswer } from "@drover/client";

const engine: RunningEngine = await startEngine({ dataDir: null, region: "us-east-1", accountId: "123456789012" });
const definition = JSON.stringify({ QueryLanguage: "JSONata", StartAt: "A", States: { A: { Type: "Pass", Output: "{% 6 * 7 %}", End: true } } });
const request = { name: "m", type: "EXPRESS", definition, roleArn: "arn:aws:iam::123456789012:role/r" };
const { stateMachineArn } = (await engine.api.call("CreateStateMachine", request)) as { stateMachineArn: string };
const { output } = (await engine.api.call("StartSyncExecution", { stateMachineArn })) as { output: string };
await engine.close();

const services = await startServices({ dir: "aws", credentials: { accessKeyId: "a", secretAccessKey: "s" } });
const { status } = await fetch(services.url);
await services.close();
const server = await startLoopbackServer({ answer: async () => ({ status: 204, headers: {}, body: "" }), bodyLimitBytes: 0, tooLarge: { status: 413, headers: {}, body: "" } });
await server.close();
const model = await startModelServer();
await model.close();

const phones = await startPhones({ count: 1, dir: "phones" });
const [phone] = phones.phones;
const png: Buffer | undefined = await phone?.screencap();
await phones.close();
const client = createClient({ apiUrl: "http://127.0.0.1:9", token: "t" });
const asked = await client.readJob({ id: "01J00000000000000000000000" }).catch((error: unknown) => error instanceof NoAnswer);
console.log(JSON.stringify({ asked, output, status, model: model.model, png: png?.subarray(1, 4).toString() }));

// @ts-expect-error Types are there: an engine has no such member.
engine.nothing;
`;

it("the packages, installed from their files, are imported and used by a program under plain Node", async () => {
  await writeFile(path.join(installed.dir, "program.ts"), program);
  const { stdout } = await run(process.execPath, ["program.ts"], { cwd: installed.dir });
  expect(JSON.parse(stdout)).toEqual({
    asked: true,
    output: "42",
    status: 403,
    model: "practice-1",
    png: "PNG",
  });
});

it("the packages bring types that a strict program compiles against, their declarations checked too", async () => {
  await writeFile(path.join(installed.dir, "program.ts"), program);
  await symlink(path.join(tools, "@types"), path.join(installed.dir, "types"));
  const options = "--noEmit --strict --target es2024 --lib es2024,esnext.disposable --module nodenext";
  const compiler = [path.join(tools, "typescript/bin/tsc"), ...options.split(" ")];
  const types = ["--typeRoots", "types", "--types", "node"];
  await expect(
    run(process.execPath, [...compiler, ...types, "program.ts"], { cwd: installed.dir }),
  ).resolves.toBeDefined();
});

const commandOf = (name: string): string => path.join(installed.dir, "node_modules/.bin", name);

it("step-functions, installed, serves until SIGTERM, and stops an expression that never ends", async () => {
  const { ready, result, ended } = await serve(
    installed.dir,
    [commandOf("step-functions")],
    evaluateWithoutEnd,
  );
  expect(ready).toMatchObject({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  expect(result).toMatchObject({ status: "FAILED", error: "States.QueryEvaluationError" });
  expect(result.cause).toContain("Expression evaluation timeout");
  expect(ended).toEqual([0, null]);
});

it("virtual-android, installed, says in one JSON line that it serves, and ends with 0 on SIGTERM", async () => {
  const { ready, ended } = await serve(installed.dir, [commandOf("virtual-android")], async () => undefined);
  expect(ready).toMatchObject({ adbHost: "127.0.0.1", serials: ["emulator-5554"] });
  expect(ended).toEqual([0, null]);
});

it("gives only what the packages export: no file of theirs can be imported past that", async () => {
  const code = 'await import("@drover/step-functions/dist/engine/engine.js")';
  await expect(
    run(process.execPath, ["--input-type=module", "-e", code], { cwd: installed.dir }),
  ).rejects.toThrow("ERR_PACKAGE_PATH_NOT_EXPORTED");
});

it("aws-local, installed, says in one JSON line that it serves, and ends with 0 on SIGTERM", async () => {
  const { ready, ended } = await serve(installed.dir, [commandOf("aws-local")], async () => undefined);
  expect(ready).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    region: "us-east-1",
  });
  expect(ended).toEqual([0, null]);
});

it("practice-model, installed, says in one JSON line that it serves, and ends with 0 on SIGTERM", async () => {
  const { ready, ended } = await serve(installed.dir, [commandOf("practice-model")], async () => undefined);
  expect(ready).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    model: "practice-1",
  });
  expect(ended).toEqual([0, null]);
});

it.each(packageNames)("%s carries its license and its page", async (name) => {
  const own = path.join(installed.dir, "node_modules/@drover", name);
  expect(await readFile(path.join(own, "LICENSE"), "utf8")).toContain("Apache License");
  expect(await readFile(path.join(own, "README.md"), "utf8")).toContain(`npm install @drover/${name}`);
});
