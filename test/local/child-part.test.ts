import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startChildPart } from "#local/child-part.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-part-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true, force: true });
});

describe("a part of the farm", () => {
  it("does not know the key of the model", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "sk-secret-of-the-user");
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "token-secret-of-the-user");
    const part = await startChildPart({
      name: "model",
      arguments: ["model"],
      environment: { DROVER_PRACTICE_API_KEY: "its own" },
      logDirectory: dir,
    });
    const environment = await readFile(`/proc/${part.pid}/environ`, "utf8");
    await part.stop();
    expect(environment).toContain("DROVER_PRACTICE_API_KEY=its own");
    expect(environment).not.toContain("secret-of-the-user");
  });

  it("has its last words in its log once it is stopped, so that the log's directory can go", async () => {
    const dying = `process.stderr.write("its last words"); process.kill(process.pid, "SIGKILL")`;
    const atEnd = `process.on("SIGTERM", () => { ${dying} })`;
    const part = await startChildPart({
      name: "model",
      arguments: ["model"],
      environment: {
        DROVER_PRACTICE_API_KEY: "its own",
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(atEnd)}`,
      },
      logDirectory: dir,
    });
    await part.stop();
    expect(await readFile(path.join(dir, "model.log"), "utf8")).toContain("its last words");
  });
});
