import { DroverError } from "#shared/errors/drover-error.ts";

/** More than this waiting for one device is a fault of whoever sends: a lease has one command at a time. */
const maximumWaiting = 20;

/** Runs one task after the other: the only way to a device. */
export class DeviceLane {
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get busy(): boolean {
    return this.#waiting > 0;
  }

  /** Throws DeviceBusy at once when too many wait. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= maximumWaiting) {
      throw new DroverError("DeviceBusy", `${maximumWaiting} commands already wait for this device`);
    }
    this.#waiting += 1;
    const result = this.#tail.then(task).finally(() => {
      this.#waiting -= 1;
    });
    this.#tail = result.catch(() => {});
    return result;
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    while (this.busy) await this.#tail;
  }
}
