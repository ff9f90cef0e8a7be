import { readFile } from "node:fs/promises";
import * as z from "zod";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { pm } from "../adb/android-commands.ts";
import type { ServerPackages } from "./server-packages.ts";

/** What the host keeps on its disk about the server on one device. */
const Kept = z.object({
  digest: z.string(),
  /** Where each package lies: elsewhere when anybody installs it again. */
  paths: z.record(z.string(), z.string()),
  /** Of the server that runs; null: none was left running. */
  session: z.string().nullable(),
});

export interface KeptText {
  read(): string | null;
  write(text: string): void;
}

const installMilliseconds = 120_000;

/** The server's packages on one device, told from others of the same names by where they lie. */
export class OwnPackages {
  /** Where each lies. Changes as they are installed. */
  readonly paths: Map<string, string>;
  readonly #packages: ServerPackages;
  readonly #text: KeptText;
  #kept: z.infer<typeof Kept>;

  constructor(packages: ServerPackages, text: KeptText) {
    this.#packages = packages;
    this.#text = text;
    this.#kept = readKept(text.read());
    this.paths = new Map(Object.entries(this.#kept.paths));
  }

  get session(): string | null {
    return this.#kept.session;
  }

  set session(session: string | null) {
    this.#keep({ ...this.#kept, session });
  }

  /** What the device has is what this host put there. */
  async areThere(adb: AdbDevice): Promise<boolean> {
    if (this.#kept.digest !== this.#packages.digest) return false;
    const now = await this.#pathsNow(adb);
    return now.every(([name, path]) => path !== "" && path === this.paths.get(name));
  }

  /** Installs both unless they are there; what has their names and is not the host's goes. @throws AppUnusable */
  async install(adb: AdbDevice): Promise<"there" | "installed"> {
    if (await this.areThere(adb)) return "there";
    if (!(await this.#installAll(adb))) {
      await adb.write(Object.keys(this.#packages.files).map(pm.uninstall), {
        deadlineMilliseconds: installMilliseconds,
      });
      if (!(await this.#installAll(adb)))
        throw new DroverError("AppUnusable", "Appium's server could not be installed on the device.");
    }
    const paths = Object.fromEntries(await this.#pathsNow(adb));
    this.#keep({ digest: this.#packages.digest, paths, session: null });
    this.paths.clear();
    for (const [name, path] of Object.entries(paths)) this.paths.set(name, path);
    return "installed";
  }

  async #installAll(adb: AdbDevice): Promise<boolean> {
    for (const [name, file] of Object.entries(this.#packages.files)) {
      const path = `/data/local/tmp/drover-${name}.apk`;
      await adb.push(path, await readFile(file));
      const [installed] = await adb.write(
        [
          ["pm", "install", "-r", path],
          ["rm", "-f", path],
        ],
        { deadlineMilliseconds: installMilliseconds },
      );
      if (!/^Success\b/m.test(installed?.output ?? "")) return false;
    }
    return true;
  }

  async #pathsNow(adb: AdbDevice): Promise<readonly (readonly [name: string, path: string])[]> {
    const names = Object.keys(this.#packages.files);
    const results = await adb.read(names.map(pm.path));
    return names.map((name, index) => [
      name,
      /^package:(.+)$/m.exec(results[index]?.output ?? "")?.[1] ?? "",
    ]);
  }

  #keep(kept: z.infer<typeof Kept>): void {
    this.#kept = kept;
    this.#text.write(JSON.stringify(kept));
  }
}

function readKept(text: string | null): z.infer<typeof Kept> {
  const none = { digest: "", paths: {}, session: null };
  try {
    return Kept.parse(JSON.parse(text ?? "null"));
  } catch {
    return none;
  }
}
