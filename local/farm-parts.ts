import path from "node:path";
import { type ChildPart, startChildPart } from "./child-part.ts";
import type { PartStatus } from "./farm-file.ts";
import { keepRunning } from "./keep-running.ts";

interface PartStart {
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** A part as it runs now: another process after each restart. */
interface RunningPart {
  readonly current: ChildPart;
}

interface FarmPartsOptions {
  readonly dir: string;
  readonly report: (line: string) => void;
}

/** The processes of a farm, ended in the reverse of the order in which they were started. */
export class FarmParts {
  readonly processes: Record<string, number> = { farm: process.pid };
  readonly statuses: Record<string, PartStatus> = {};
  /** Called after each change to the two above. */
  onChange: () => Promise<void> = async () => undefined;
  readonly #options: FarmPartsOptions;
  readonly #started: { close(): Promise<unknown> }[] = [];

  constructor(options: FarmPartsOptions) {
    this.#options = options;
  }

  closeLater(part: { close(): Promise<unknown> }): void {
    this.#started.push(part);
  }

  /** Starts a part that is started again when it ends unasked, `again` as it was, so that others find it where it was. */
  async keep(
    name: string,
    first: PartStart,
    again: (before: ChildPart) => PartStart = () => first,
  ): Promise<RunningPart> {
    let current: ChildPart | undefined;
    const start = async (): Promise<ChildPart> => {
      current = await this.#spawn(name, current ? again(current) : first);
      return current;
    };
    const kept = await keepRunning({
      name,
      start,
      report: this.#options.report,
      onChange: (status) => {
        this.statuses[name] = status;
        return this.onChange();
      },
    });
    this.statuses[name] = { state: "running", restarts: 0, lastEnd: null, nextStartAt: null };
    this.closeLater({ close: () => kept.stop() });
    return {
      get current() {
        return current ?? kept.part;
      },
    };
  }

  async close(): Promise<void> {
    for (let part = this.#started.pop(); part; part = this.#started.pop()) await part.close();
  }

  async #spawn(name: string, start: PartStart): Promise<ChildPart> {
    const part = await startChildPart({
      ...start,
      name,
      arguments: [name, ...start.arguments],
      logDirectory: path.join(this.#options.dir, "logs"),
    });
    this.processes[name] = part.pid;
    return part;
  }
}
