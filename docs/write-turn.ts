/** Writes the turn that docs/how-a-job-runs.md shows again, from a job on its own farm: `npm run turn`. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createApiClient } from "../cli/api-client.ts";
import { startUp } from "../test/e2e/drover-process.ts";
import { oneTurn, withTurn } from "./one-turn.ts";

const page = path.join(import.meta.dirname, "how-a-job-runs.md");
const dir = await mkdtemp(path.join(tmpdir(), "drover-turn-"));
const farm = await startUp(dir, "--phones", "1");
try {
  const turn = await oneTurn(createApiClient(farm.file));
  await writeFile(page, withTurn(await readFile(page, "utf8"), turn));
} finally {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}
