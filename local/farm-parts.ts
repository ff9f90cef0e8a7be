import path from "node:path";
import { type ChildPart, startChildPart } from "./child-part.ts";
import type { PartStatus } from "./farm-file.ts";
import { type KeptPart, keepRunning } from "./keep-running.ts";

interface PartStart {
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

interface FarmPartsOptions {
  readonly dir: string;
  readonly report: (line: string) => void;
}

/** The processes of a farm, ended in the reverse of the order in which they were started. */
export class FarmParts {
  readonly processes: Record<string, number> = { farm: process.pid };
  readonly statuses: Record<string, PartStatus> = {};
  /** Called after each change to the two above. Must not reject. */
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
  ): Promise<KeptPart<ChildPart>> {
    let before: ChildPart | undefined;
    const start = async (): Promise<ChildPart> => {
      before = await this.#spawn(name, before ? again(before) : first);
      return before;
    };
    const onChange = (status: PartStatus): Promise<void> => this.changed(name, status);
    const kept = await keepRunning({ name, start, report: this.#options.report, onChange });
    this.closeLater({ close: () => kept.stop() });
    return kept;
  }

  /** Of a part that is kept running, here or in this process. */
  changed(name: string, status: PartStatus): Promise<void> {
    this.statuses[name] = status;
    return this.onChange();
  }

  async close(): Promise<void> {
    for (let part = this.#started.pop(); part; part = this.#started.pop()) await part.close();
  }

  async #spawn(name: string, start: PartStart): Promise<ChildPart> {
    const part = await startChildPart({
      ...start,
      name,
      arguments: [...(name === "host" ? ["hosts", "run"] : [name]), ...start.arguments],
      logDirectory: path.join(this.#options.dir, "logs"),
    });
    this.processes[name] = part.pid;
    return part;
  }
}
