import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";

it("drover cloud prints one line with addresses and credentials, and ends cleanly on SIGTERM", async () => {
  const parent = await mkdtemp(path.join(tmpdir(), "drover-cloud-"));
  const drover = path.resolve(import.meta.dirname, "../../../cli/drover.ts");
  const child = spawn(process.execPath, [drover, "cloud", "--dir", path.join(parent, "cloud")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const lines: string[] = [];
    const reader = createInterface({ input: child.stdout });
    reader.on("line", (line) => lines.push(line));
    await once(reader, "line");
    const ready = JSON.parse(lines[0] ?? "");
    expect(ready).toMatchObject({ pid: child.pid, tableName: "drover", bucketName: "drover-artifacts" });
    const response = await fetch(`${ready.endpoints.api}/v1/jobs`, {
      headers: { authorization: `Bearer ${ready.token}` },
    });
    expect(response.status).toBe(200);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(lines).toHaveLength(1);
  } finally {
    child.kill("SIGKILL");
    await rm(parent, { recursive: true });
  }
});
