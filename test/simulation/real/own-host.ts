import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resourceNames } from "#local/cloud/cloud-identity.ts";
import type { FarmFile } from "#local/farm-file.ts";
import { localStage } from "#shared/contracts/values/stage.ts";
import { spawnDrover } from "../../e2e/drover-process.ts";
import { killChild } from "../../kill-child.ts";

/** A further host of a farm: nobody starts it again when it dies, so it can be away for long. */
export class OwnHost {
  readonly #args: readonly string[];
  readonly #farm: Pick<FarmFile, "environment">;
  #child: ChildProcess | undefined;

  constructor(dir: string, farm: Pick<FarmFile, "environment">, devices: readonly string[]) {
    this.#farm = farm;
    const places = ["--table", resourceNames.tableName, "--bucket", resourceNames.bucketName];
    const names = ["--host-id", "own", "--stage", localStage, "--tenant", "local"];
    this.#args = ["hosts", "run", ...names, ...places, "--dir", dir, ...devices];
  }

  /** Resolves when it says that it is ready. */
  async start(): Promise<void> {
    this.#child = spawnDrover(this.#args, this.#farm.environment);
    this.#child.stderr?.resume();
    if (this.#child.stdout) await once(this.#child.stdout, "data", { signal: AbortSignal.timeout(60_000) });
  }

  kill(): Promise<void> {
    return killChild(this.#child);
  }
}
