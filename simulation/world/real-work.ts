import { currentProcess } from "./simulated-process.ts";

/**
 * What takes real time on other threads, such as packing a picture. One piece after the other, in the order in which they were asked for,
 * so that they end in one order whatever the machine does; the clock is paused meanwhile.
 */
export class RealWork {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #whenEnded: (() => void)[] = [];

  get isUnderWay(): boolean {
    return this.#waiting > 0;
  }

  ended(): Promise<void> {
    return this.isUnderWay ? new Promise((resolve) => this.#whenEnded.push(resolve)) : Promise.resolve();
  }

  /** `start` begins the work and calls back when it has ended. */
  begin(start: (end: () => void) => void): void {
    this.#waiting += 1;
    this.#last = this.#last.then(
      () =>
        new Promise<void>((resolve) => {
          start(() => {
            resolve();
            this.#waiting -= 1;
            if (this.#waiting > 0) return;
            for (const tell of this.#whenEnded.splice(0)) tell();
          });
        }),
    );
  }

  /** As `begin`, for work that is a promise. Whoever is dead when it ends never hears of it. */
  do<Result>(work: () => Promise<Result>): Promise<Result> {
    const owner = currentProcess();
    return new Promise((resolve, reject) => {
      this.begin((end) => {
        const tell =
          <Value>(settle: (value: Value) => void) =>
          (value: Value): void => {
            if (owner?.isDead !== true) settle(value);
            end();
          };
        work().then(tell(resolve), tell(reject));
      });
    });
  }
}
