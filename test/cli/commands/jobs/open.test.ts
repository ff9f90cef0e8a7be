import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openerOf } from "#cli/browser.ts";
import { writeFarmFile } from "#local/farm-file.ts";
import { processStart } from "#local/process-start.ts";
import { PublicBatch } from "#shared/contracts/api/responses/batch-response.ts";
import { ended, spawnDrover } from "../../../e2e/drover-process.ts";
import { sampleTrajectory } from "../../../shared/rules/export/sample-export.ts";
import { jobIdOf, sampleJob } from "../../../shared/storage/sample-records.ts";

let dir: string;
let farm: LoopbackServer;
const job = jobIdOf(1);
const batch = jobIdOf(2);
const notFound = { title: "Not Found", status: 404, code: "NotFound", detail: "No such job.", advice: [] };

const publicBatch = PublicBatch.parse({
  schemaVersion: 1,
  batchId: batch,
  name: "nightly",
  status: "finished",
  settings: {},
  lineCount: 1,
  taskCount: 1,
  variants: ["default"],
  createdAt: "2026-01-01T00:00:00.000Z",
});

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-open-"));
  farm = await startLoopbackServer({
    bodyLimitBytes: 1_000,
    tooLarge: { status: 413, headers: {}, body: "" },
    answer: async ({ path: asked, query }) => {
      const headers = { "content-type": "application/json" };
      if (asked === "/v1/batches") {
        const items = query.includes("name=nightly") ? [publicBatch] : [];
        return { status: 200, headers, body: JSON.stringify({ items }) };
      }
      const isThere = asked === `/v1/jobs/${job}`;
      const body = isThere ? { ...sampleJob(), links: {} } : notFound;
      return {
        status: isThere ? 200 : 404,
        headers,
        body: JSON.stringify(body),
      };
    },
  });
});
afterAll(async () => {
  await farm.close();
  await rm(dir, { recursive: true });
});

const open = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  ended(spawnDrover(["open", ...args], { DISPLAY: "", WAYLAND_DISPLAY: "", ...environment }));
const elsewhere = () => ({ DROVER_API_URL: farm.url, DROVER_TOKEN: "secret" });

describe("drover open", () => {
  it("prints the console's address with the token behind the #, which no server is sent", async () => {
    expect(await open([], elsewhere())).toEqual({
      code: 0,
      stdout: `${farm.url}/jobs#token=secret\n`,
      stderr: "",
    });
  });

  it("knows a job from a batch by asking for it", async () => {
    expect((await open([job], elsewhere())).stdout).toBe(`${farm.url}/jobs/${job}#token=secret\n`);
    expect((await open(["nightly"], elsewhere())).stdout).toBe(`${farm.url}/batches/${batch}#token=secret\n`);
    expect((await open([batch], elsewhere())).stdout).toBe(`${farm.url}/batches/${batch}#token=secret\n`);
    expect(await open(["nonsense"], elsewhere())).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("There is no job, batch or file 'nonsense'"),
    });
  });

  it.skipIf(process.platform !== "linux")(
    "hands the browser a file of its user's own, so that nobody reads the token in the list of processes (where xdg-open is: Linux)",
    async () => {
      await writeFarmFile(dir, {
        schemaVersion: 2,
        pid: process.pid,
        processStart: await processStart(process.pid),
        startedAt: new Date().toISOString(),
        configFile: null,
        apiUrl: farm.url,
        token: "secret",
        model: { provider: "anthropic", model: "practice-1", providers: {}, practice: true },
        adb: null,
        host: { hostId: "h", url: farm.url, token: "t" },
        processes: {},
        parts: {},
        environment: {},
      });
      const opener = path.join(dir, "xdg-open");
      await writeFile(opener, `#!/bin/sh\nprintf '%s' "$*" > '${dir}/opened'\n`);
      await chmod(opener, 0o755);
      const environment = { DISPLAY: ":9", PATH: `${dir}:${process.env.PATH}` };
      const { code, stdout, stderr } = await open(["--dir", dir], environment);
      expect([code, stdout, stderr]).toEqual([0, "", `opened ${farm.url}/jobs\n`]);
      const given = await readFile(path.join(dir, "opened"), "utf8");
      expect(given).toBe(path.join(dir, "open.html"));
      expect((await stat(given)).mode & 0o777).toBe(0o600);
      expect(await readFile(given, "utf8")).toContain(`url=${farm.url}/jobs#token=secret"`);
    },
  );

  it.each([
    ["printed", ["--print"], ""],
    ["handed to the browser", [], ":9"],
  ])(
    "takes a file's page, which was %s, away with itself, for it has screens in it",
    async (_how, more, display) => {
      const file = path.join(dir, "run.json");
      await writeFile(file, JSON.stringify(sampleTrajectory()));
      const opener = path.join(dir, "xdg-open");
      await writeFile(opener, "#!/bin/sh\nexit 0\n");
      await chmod(opener, 0o755);
      const temporary = await mkdtemp(path.join(dir, "tmp-"));
      const environment = {
        DISPLAY: display,
        WAYLAND_DISPLAY: "",
        TMPDIR: temporary,
        PATH: `${dir}:${process.env.PATH}`,
      };
      const child = spawnDrover(["open", file, ...more], environment);
      const done = ended(child);
      const shown = Promise.withResolvers<void>();
      child.stderr?.on("data", (chunk: Buffer) => {
        if (String(chunk).includes("until Ctrl-C")) shown.resolve();
      });
      await Promise.race([shown.promise, done]);
      const [folder = ""] = await readdir(temporary);
      expect(await readFile(path.join(temporary, folder, "report.html"), "utf8")).toContain("drover-job-");
      child.kill("SIGINT");
      expect((await done).code).toBe(0);
      expect(await readdir(temporary)).toEqual([]);
    },
  );

  it("finds what opens a page where there is a screen", () => {
    expect(openerOf("darwin", {})).toBe("open");
    expect(openerOf("linux", { WAYLAND_DISPLAY: "wayland-0" })).toBe("xdg-open");
    expect(openerOf("linux", { DISPLAY: "" })).toBeNull();
  });
});
