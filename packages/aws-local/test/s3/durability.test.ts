import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openObjects } from "../../src/s3/start-objects.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-kept-"));
});
afterEach(() => rm(dir, { recursive: true }));

/** The last count that was answered before the process was killed, as soon as it had come this far. */
async function countUntil(killAt: number): Promise<number> {
  const program = path.join(import.meta.dirname, "put-until-killed.ts");
  const child = spawn(process.execPath, ["--no-warnings", "--conditions=@drover/source", program, dir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.split("\n").length > killAt) child.kill("SIGKILL");
  });
  await once(child, "close");
  return Number(said.slice(0, said.lastIndexOf("\n")).split("\n").at(-1));
}

const filesIn = async (folder: string): Promise<number> =>
  (await readdir(path.join(dir, folder), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

it("loses nothing that was answered when the process is killed, holds no half object and leaves no file behind", async () => {
  for (const killAt of [1, 50, 400]) {
    const answered = await countUntil(killAt);
    const objects = await openObjects({ dataDir: dir });
    const bodies = await Promise.all(
      Array.from({ length: 20 }, async (_none, slot) => {
        const request = {
          method: "GET",
          path: `/kept/${slot}`,
          query: "",
          headers: {},
          body: Buffer.alloc(0),
        };
        const { status, body } = await objects.service(request);
        return status === 200 ? body.toString() : "";
      }),
    );
    const counts = bodies
      .filter((body) => body !== "")
      .map((body) => {
        const count = Number.parseInt(body, 10);
        expect(body).toBe(`${count};`.repeat(count % 2 === 0 ? 50 : 20_000));
        return count;
      });
    // One more may have been written whose answer was not heard.
    expect([answered, answered + 1]).toContain(Math.max(...counts));
    expect(counts).toHaveLength(Math.min(20, Math.max(...counts)));
    expect(await filesIn("incoming")).toBe(0);
    const large = counts.filter((count) => count % 2 === 1);
    await expect.poll(() => filesIn("bodies")).toBe(large.length);
    await objects.close();
  }
});

it("refuses a file that is no index", async () => {
  await writeFile(path.join(dir, "objects.sqlite"), "x".repeat(5_000));
  await expect(openObjects({ dataDir: dir })).rejects.toMatchObject({ name: "StartRefused" });
});
