import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { ZipFile } from "yazl";
import { JobId } from "#shared/contracts/values/ids.ts";
import { packZip } from "#shared/rules/export/pack-zip.ts";
import { openRunFile } from "../../../cli/run-file/open-run-file.ts";
import { exported, onePixel, sampleTrajectory, screenKey } from "../../shared/rules/export/sample-export.ts";
import { jobIdOf } from "../../shared/storage/sample-records.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "drover-run-file-"));
});
afterAll(() => rm(folder, { recursive: true }));

const at = new Date("2026-01-01T00:00:00Z");
const inFolder = (name: string): string => path.join(folder, name);

async function zipFile(name: string, files: Iterable<readonly [string, Buffer | string]>): Promise<string> {
  async function* all() {
    for (const [file, body] of files) yield { path: file, body };
  }
  await writeFile(inFolder(name), Buffer.concat(await Array.fromAsync(packZip(all(), at))));
  return inFolder(name);
}

/** Names that yazl itself would refuse are written over others of their length. */
async function renamedEntry(name: string, as: string): Promise<string> {
  const { files } = await exported("zip");
  const place = "x".repeat(Buffer.byteLength(as));
  const packed = Buffer.concat(
    await Array.fromAsync(
      packZip(
        (async function* () {
          yield* [...files].map(([file, body]) => ({ path: file, body }));
          yield { path: place, body: "x" };
        })(),
        at,
      ),
    ),
  );
  await writeFile(
    inFolder(name),
    packed.toString("latin1").replaceAll(place, Buffer.from(as).toString("latin1")),
    "latin1",
  );
  return inFolder(name);
}

test("[spec I7.3] an exported zip is opened: its jobs, their trajectories and pictures", async () => {
  const { files } = await exported("zip");
  const run = await openRunFile(await zipFile("run.zip", files));
  expect(run.jobs).toEqual([{ jobId: jobIdOf(1), outcome: "succeeded", steps: 2 }]);
  expect(await run.trajectory(jobIdOf(1))).toEqual(sampleTrajectory());
  expect(await run.artifact(screenKey(1, 1))).toEqual(onePixel);
  expect(await run.artifact("tenants/acme/jobs/none/x.png")).toBeNull();
  expect(await run.trajectory(jobIdOf(2))).toBeNull();
  await run.close();
});

test("the same export packed twice is the same, byte by byte", async () => {
  const { files } = await exported("zip");
  const twice = await Promise.all([1, 2].map(async (n) => zipFile(`same-${n}.zip`, files)));
  const [one, other] = await Promise.all(
    twice.map(async (file) => (await import("node:fs/promises")).readFile(file)),
  );
  expect(one).toEqual(other);
});

describe("a zip that was made to do harm", () => {
  it.each([
    "../../evil.txt",
    "/etc/passwd",
    "a/../../b",
    "..\\evil.txt",
    "C:\\evil",
    "jobs/\u0001",
    "jobs/nul",
  ])("is refused for an entry named %j", async (name) => {
    await expect(openRunFile(await renamedEntry("named.zip", name))).rejects.toThrow(/cannot be read/);
  });

  it("is refused when its manifest does not list what lies in it, or lists what does not", async () => {
    const { files } = await exported("zip");
    const more = await zipFile("more.zip", [...files, ["extra.txt", "x"]]);
    await expect(openRunFile(more)).rejects.toThrow("its manifest does not list extra.txt");
    const less = await zipFile(
      "less.zip",
      [...files].filter(([name]) => !name.endsWith(".png")),
    );
    await expect(openRunFile(less)).rejects.toThrow(/its manifest lists .*\.png, which is missing/);
  });

  it("does not give a file that is not what the manifest says", async () => {
    const { files } = await exported("zip");
    const changed = [...files].map(
      ([name, body]) => [name, name.endsWith(".png") ? Buffer.from("x") : body] as const,
    );
    const run = await openRunFile(await zipFile("changed.zip", changed));
    await expect(run.artifact(screenKey(1, 1))).rejects.toThrow(/does not match its checksum or size/);
    await run.close();
  });

  it("is refused for a bomb, a link, an encrypted or a second entry before anything is unpacked", async () => {
    const bomb = await zipFile("bomb.zip", [["manifest.json", Buffer.alloc(40_000_000)]]);
    await expect(openRunFile(bomb)).rejects.toThrow(/implausible compression ratio/);
    const linked = new ZipFile();
    linked.addBuffer(Buffer.from("/etc/passwd"), "manifest.json", { mode: 0o120777 });
    linked.end();
    await writeFile(
      inFolder("link.zip"),
      Buffer.concat(await Array.fromAsync(linked.outputStream as AsyncIterable<Buffer>)),
    );
    await expect(openRunFile(inFolder("link.zip"))).rejects.toThrow(/is a link/);
    const twice = await zipFile("twice.zip", [
      ["a.txt", "1"],
      ["A.txt", "2"],
    ]);
    await expect(openRunFile(twice)).rejects.toThrow(/occurs twice/);
  });

  it.each([
    ["no zip at all", "PK\u0003\u0004 and nothing more"],
    ["neither zip nor JSON", "hello"],
    ["JSON of something else", '{"a": 1}'],
    ["JSON that is too deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["an ATIF file of a version to come", '{"schema_version":"ATIF-v9.0"}'],
  ])("is told from %s in one sentence", async (_, body) => {
    await writeFile(inFolder("other"), body);
    await expect(openRunFile(inFolder("other"))).rejects.toThrow(/cannot be read/);
    await expect(openRunFile(inFolder("none"))).rejects.toThrow(/cannot be read/);
  });
});

describe("an ATIF file", () => {
  const written = async (): Promise<string> => {
    const { files } = await exported("atif");
    await mkdir(inFolder("atif/images"), { recursive: true });
    for (const [name, body] of files) await writeFile(inFolder(`atif/${name}`), body);
    return inFolder("atif/trajectory.json");
  };

  it("of Drover's own comes back with its task, steps, pictures and outcome", async () => {
    const run = await openRunFile(await written());
    const trajectory = await run.trajectory(jobIdOf(1));
    expect(trajectory?.job).toMatchObject({ task: "Turn on Bluetooth", outcome: "succeeded" });
    expect(trajectory?.steps.map(({ actions }) => actions[0]?.action.action)).toEqual(["tap", "FINISH"]);
    const key = trajectory?.steps[0]?.after?.screenshotKey ?? "";
    expect(await run.artifact(key)).toEqual(onePixel);
    const byFolder = await openRunFile(inFolder("atif"));
    expect(byFolder.jobs).toEqual(run.jobs);
    expect(await byFolder.artifact(key)).toEqual(onePixel);
  });

  it("reads no picture from anywhere but beside it: no way up, no link, no address, nothing but pictures", async () => {
    const run = await openRunFile(await written());
    await writeFile(inFolder("secret.png"), onePixel);
    await symlink(inFolder("secret.png"), inFolder("atif/link.png"));
    await writeFile(inFolder("atif/text.png"), "text");
    for (const name of [
      "../secret.png",
      "link.png",
      "text.png",
      "https://x.y/z.png",
      inFolder("secret.png"),
      "none.png",
    ])
      expect(await run.artifact(name), name).toBeNull();
  });

  it("of another agent is told in the same form, whatever it says", async () => {
    const steps = [
      { step_id: 1, source: "system", message: "You are an agent." },
      { step_id: 2, source: "user", message: "Do\u0000 it \ud800" },
      { step_id: 3, source: "agent", message: "Hello", timestamp: "2026-01-01T02:00:00+02:00" },
      {
        step_id: 4,
        source: "agent",
        message: "",
        tool_calls: [{ tool_call_id: "c", function_name: "click", arguments: { x: 1, action: "y" } }],
        observation: { results: [{ source_call_id: "c", content: "clicked" }] },
      },
      { step_id: 5, source: "user", message: "Thanks" },
    ];
    await writeFile(
      inFolder("foreign.json"),
      JSON.stringify({
        schema_version: "ATIF-v1.4",
        session_id: "s",
        agent: { name: "other", version: "1" },
        steps,
      }),
    );
    const run = await openRunFile(inFolder("foreign.json"));
    const trajectory = await run.trajectory(JobId.parse("0".repeat(26)));
    expect(trajectory?.steps).toMatchObject([
      {
        thinking: "Hello",
        actions: [{ action: { action: "say" } }],
        predictedAt: "2026-01-01T00:00:00.000Z",
      },
      { actions: [{ action: { action: "click", x: 1 } }], feedback: "clicked\nThanks" },
    ]);
    expect(trajectory?.job.outcome).toBeUndefined();
  });
});
