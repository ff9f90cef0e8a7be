import { DroverError } from "#shared/errors/drover-error.ts";

/** More than this waiting for one device is a fault of whoever sends: a lease has one command at a time. */
const maximumWaiting = 20;

/** One turn after the other: the only way to a device. */
export class DeviceLane {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  get busy(): boolean {
    return this.#waiting > 0;
  }

  /** Resolves when it is this caller's turn, which lasts until it is disposed. Throws DeviceBusy when too many wait. */
  async enter(): Promise<Disposable> {
    if (this.#waiting >= maximumWaiting) {
      throw new DroverError("DeviceBusy", `${maximumWaiting} commands already wait for this device.`);
    }
    this.#waiting += 1;
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return {
      [Symbol.dispose]: () => {
        this.#waiting -= 1;
        resolve();
      },
    };
  }
}
