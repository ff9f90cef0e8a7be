import { rm } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import { progress } from "../terminal.ts";
import { runCommands } from "./run-commands.ts";
import { setupPlace } from "./setup-place.ts";
import { installedFiles } from "./write-setup.ts";

/** Emulators, journals and the SDK stay: what is on them is the machine's owner's. */
export const uninstallCommand = (command: Command): Command =>
  command
    .option("--system", "services of the system")
    .action(async (options: { readonly system?: boolean }) => {
      const place = setupPlace(options);
      const files = await installedFiles(place.configDir);
      if (files.length === 0) return progress(`nothing is installed: ${place.configDir} names no files`);
      await runCommands(place.stop(files)).catch((error: unknown) => progress(String(error)));
      for (const file of files) await rm(file, { force: true });
      await rm(path.join(place.configDir, "installed.json"), { force: true });
      progress(`${files.length} files removed`);
    });
