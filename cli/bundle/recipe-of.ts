import { promptHashes } from "#agent/prompt/prompt-hashes.ts";
import { Bundle, type BundledJob, bundleName } from "#shared/contracts/result/bundle.ts";
import type { ExportTools } from "#shared/rules/export/export-source.ts";
import packageFile from "../../package.json" with { type: "json" };
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { bundledJob } from "./bundled-job.ts";

/** What this Drover is, as a bundle says it. */
export const thisDrover = (): Pick<Bundle, "generator" | "prompts"> => ({
  generator: `drover ${packageFile.version}`,
  prompts: promptHashes(),
});

/** Gathers what it takes to repeat the jobs that an export writes. */
export function recipeOf(): NonNullable<ExportTools["recipe"]> {
  const jobs: BundledJob[] = [];
  return {
    add(trajectory) {
      const job = bundledJob(trajectory);
      if (job !== null) jobs.push(job);
    },
    file() {
      const parsed = Bundle.safeParse({ schemaVersion: 1, kind: "drover-bundle", ...thisDrover(), jobs });
      if (!parsed.success)
        throw new CommandFailure(
          exitCodes.usage,
          "Nothing in it can be repeated: sessions and scripts cannot be submitted again.",
          ["'drover export --as zip' exports them; 'drover run --script' repeats a script."],
        );
      return { path: bundleName, body: `${JSON.stringify(parsed.data, null, 2)}\n` };
    },
  };
}
