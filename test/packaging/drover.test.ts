import { spawn } from "node:child_process";
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import { afterAll, beforeAll, expect, it } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { type Installed, packAndInstall } from "./install.ts";
import { evaluateWithoutEnd, serve } from "./serve.ts";
import { packagesIn, sizesOf, totalOf } from "./sizes.ts";

const tools = path.resolve(import.meta.dirname, "../../node_modules");
let installed: Installed;

beforeAll(async () => {
  installed = await packAndInstall(".");
}, 600_000);
afterAll(() => installed[Symbol.asyncDispose]());

async function pictureOf(text: string): Promise<Buffer> {
  GlobalFonts.registerFromPath(
    path.join(tools, "@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf"),
    "Roboto",
  );
  const canvas = createCanvas(600, 120);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, 600, 120);
  context.fillStyle = "black";
  context.font = "40px Roboto";
  context.fillText(text, 20, 75);
  return canvas.encode("png");
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The installed `drover` as a user would call it; `nodeOptions` come before it. */
async function drover(args: readonly string[], nodeOptions: readonly string[] = []): Promise<Ended> {
  const { ANTHROPIC_API_KEY: _key, ...environment } = process.env;
  const command = path.join(installed.dir, "node_modules/.bin/drover");
  const child = spawn(process.execPath, [...nodeOptions, command, ...args], {
    cwd: installed.dir,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment, NO_COLOR: "1" },
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

it("runs its demo from an empty folder: cloud, engine, phones, model and host as processes of their own", async () => {
  const { code, stdout, stderr } = await drover(["demo"]);
  expect(stdout, stderr).toContain("outcome:    succeeded: Every validator passed.");
  expect(code).toBe(0);
}, 120_000);

it("stops an expression that never ends, in the thread that the engine keeps for it", async () => {
  const command = path.join(installed.dir, "node_modules/.bin/drover");
  const { result, ended } = await serve(installed.dir, [command, "engine"], evaluateWithoutEnd);
  expect(result).toMatchObject({ status: "FAILED", error: "States.QueryEvaluationError" });
  expect(result.cause).toContain("Expression evaluation timeout");
  expect(ended).toEqual([0, null]);
});

it("brings the console's page, built, with all that it loads", async () => {
  const page = path.join(installed.dir, "node_modules/@drover/cli/console/dist");
  const html = await readFile(path.join(page, "index.html"), "utf8");
  const loaded = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = ""]) => file);
  expect(loaded.length).toBeGreaterThan(1);
  const texts = await Promise.all(loaded.map((file) => readFile(path.join(page, file), "utf8")));
  for (const text of texts) expect(text).not.toBe("");
  // A warning that React has while one develops: the test runner's NODE_ENV must not bring it along.
  expect(texts.join("")).not.toContain("changed size between renders");
});

it("brings at most 110 MB, and a clone at most 900 MB in 380 packages (npm run sizes)", () => {
  expect(totalOf(sizesOf(path.join(installed.dir, "node_modules")))).toBeLessThanOrEqual(110);
  expect(totalOf(sizesOf(tools))).toBeLessThanOrEqual(900);
  expect(packagesIn(tools)).toBeLessThanOrEqual(380);
});

it("reads the text of a picture with what it brings", async () => {
  const { createWorker, OEM } = await import("tesseract.js");
  const langPath = path.join(installed.dir, "node_modules/@drover/cli/dist/ocr");
  const workerPath = path.join(langPath, "worker.cjs");
  const worker = await createWorker("eng", OEM.LSTM_ONLY, {
    langPath,
    workerPath,
    cacheMethod: "none",
    gzip: true,
  });
  const { data } = await worker.recognize(await pictureOf("Hello from the farm"));
  await worker.terminate();
  expect(data.text.trim()).toBe("Hello from the farm");
});

it("says what `drover hosts run` needs, and its own version", async () => {
  const host = await drover(["hosts", "run"]);
  expect(host).toMatchObject({ code: 2, stdout: "" });
  expect(host.stderr).toContain("The option --table is missing.");
  expect(await drover(["--version"])).toEqual({ code: 0, stdout: `${packageFile.version}\n`, stderr: "" });
});

it("reads a drover.config.ts that lies where it is called", async () => {
  const file = path.join(installed.dir, "drover.config.ts");
  await writeFile(
    file,
    `import { defineConfig } from "@drover/cli/config";
    const input: number = 1;
    export default defineConfig({ prices: { own: { input, output: 2 } } });`,
  );
  const { stdout, stderr } = await drover(["doctor"]);
  await rm(file);
  expect(stdout, stderr).toMatch(/^ok +config +\S+drover\.config\.ts$/m);
});

it("says in one line which Node it needs on one that is older", async () => {
  const older =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })";
  const told = await drover(["demo"], ["--import", `data:text/javascript,${encodeURIComponent(older)}`]);
  expect(told).toEqual({
    code: 2,
    stdout: "",
    stderr: "drover needs Node 24 or newer; this is Node 20.19.0.\n",
  });
});

it("says in one line how to install CDK for `drover deploy`, and with it writes the templates", async () => {
  const { code, stderr } = await drover(["deploy"]);
  expect(code).toBe(10);
  expect(stderr).toMatch(
    /^error: AWS CDK must be installed beside Drover; run "npm install aws-cdk@[\d.]+ aws-cdk-lib@[\d.]+ constructs@[\d.]+ esbuild@[\d.]+"\.\n$/,
  );
  for (const name of [
    "aws-cdk",
    "aws-cdk-lib",
    "constructs",
    "esbuild",
  ] satisfies (keyof typeof packageFile.peerDependencies)[]) {
    await symlink(path.join(tools, name), path.join(installed.dir, "node_modules", name));
  }
  const lacking = await drover(["deploy", "--synth", "--output", "out"]);
  expect(lacking).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/lacks settings;.*jwtIssuer: must be/s),
  });
  const jwtIssuer = "https://login.acme.cloud/";
  const synth = await drover(["deploy", "--synth", "--output", "out", "-c", `jwtIssuer=${jwtIssuer}`]);
  expect(synth.code, synth.stderr).toBe(0);
  const template = await readFile(path.join(installed.dir, "out/Drover-prod-Api.template.json"), "utf8");
  expect(template).toContain(jwtIssuer);
}, 120_000);
