import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rerunCommand } from "#cli/commands/results/rerun.ts";
import { packZip } from "#shared/rules/export/pack-zip.ts";
import { zipExport } from "#shared/rules/export/zip-export.ts";
import { recipeOf } from "../../../cli/bundle/recipe-of.ts";
import { callApi } from "../../api/call-api.ts";
import { sampleExported, sampleSource } from "../../shared/rules/export/sample-export.ts";
import { commandLine, startApiForCommands } from "../api-command-line.ts";

let dir: string;
let api: Awaited<ReturnType<typeof startApiForCommands>>;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-run-bundle-"));
  api = await startApiForCommands();
});
afterAll(async () => {
  await api.close();
  await rm(dir, { recursive: true });
});

/** A bundle of jobs that were asked for so, written as `drover export --as bundle` does. */
async function bundleOf(...jobs: readonly Record<string, unknown>[]): Promise<string> {
  const at = new Date("2026-01-01T00:00:00Z");
  const source = sampleSource(jobs.map((job, at) => sampleExported({ n: at + 1, job })));
  const redaction = { clean: true, findings: [], maskedSecrets: 0, pictures: 0 };
  const tools = {
    exportedAt: at.toISOString(),
    version: "0.0.0",
    redaction: () => redaction,
    recipe: recipeOf(),
  };
  const file = path.join(dir, "strange.zip");
  await writeFile(file, Buffer.concat(await Array.fromAsync(packZip(zipExport(source, tools), at))));
  return file;
}
const jobs = async () => (await callApi("GET", "/v1/jobs")).body;

describe("drover rerun --as bundle", () => {
  it.each([
    [
      "an agent elsewhere",
      { agent: { kind: "external", name: "mine", url: "https://agent.example/turn" } },
      "screens go to its agent at https://agent.example/turn",
    ],
    ["a secret in its task", { task: "Sign in with {{secret:shop}}" }, "it uses the secret 'shop'"],
    [
      "a secret in a check",
      { validators: [{ kind: "setting", namespace: "global", key: "x", equals: "{{ secret:pin }}" }] },
      "it uses the secret 'pin'",
    ],
    [
      "a wider policy",
      { policy: { actions: { deny: [] } } },
      "it widens this farm's policy: policy.actions.deny: []",
    ],
    [
      "an app from elsewhere",
      { prepare: { apps: [{ url: "https://apps.example/a.apk" }] } },
      "an app is fetched from https://apps.example/a.apk",
    ],
    [
      "commands for the device's shell",
      { prepare: { tearDown: ["pm clear com.example"] } },
      "the device's shell runs: pm clear com.example",
    ],
    ["tools of the project", { tools: ["mail/*"] }, "its agent may call the tool mail/*"],
    [
      "a role with an agent elsewhere",
      {
        roles: {
          one: { task: "Send", agent: { kind: "external", name: "mine", url: "https://role.example/" } },
          two: { task: "Receive" },
        },
      },
      "screens go to its agent at https://role.example/",
    ],
  ])(
    "refuses a stranger's bundle with %s, says what it asks for, and submits nothing",
    async (_what, job, line) => {
      const file = await bundleOf(job, {});
      const { code, err } = await commandLine(rerunCommand, file, "--as", "bundle");
      expect(code, err).toBe(2);
      expect(err).toContain(`1 of 2 jobs: ${line}`);
      expect(err).toContain("Give --trust if you trust its author.");
      expect(await jobs()).toEqual({ items: [] });
    },
  );

  it("holds what is replayed to what its trajectory asks for, and prints nothing of it that no eye sees", async () => {
    const file = await bundleOf({ task: "Use {{secret:\u202eshop}}", policy: { permissions: "allow" } });
    const { code, err } = await commandLine(rerunCommand, file, "--as", "bundle", "--replay");
    expect(code, err).toBe(2);
    expect(err).toContain("it widens this farm's policy: policy.permissions: allow");
    expect(err).not.toContain("\u202e");
    expect(await jobs()).toEqual({ items: [] });
  });
});
