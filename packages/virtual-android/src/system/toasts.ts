/** A short message over all windows, which no touch reaches and no dump of views shows. */
export interface Toast {
  readonly packageName: string;
  readonly text: string;
}

/** Toast.LENGTH_LONG: 3.5 s; LENGTH_SHORT 2 s (NotificationManagerService). */
const longMilliseconds = 3_500;

/** The toasts of a phone, one at a time as since Android 11 they wait for each other per app; here the newest shows. */
export class Toasts {
  readonly #clock: () => Date;
  #latest: (Toast & { readonly until: number }) | null = null;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  show(toast: Toast): void {
    this.#latest = { ...toast, until: this.#clock().getTime() + longMilliseconds };
  }

  shown(): readonly Toast[] {
    return this.#latest === null || this.#latest.until <= this.#clock().getTime() ? [] : [this.#latest];
  }

  last(): Toast | null {
    return this.#latest;
  }

  clear(): void {
    this.#latest = null;
  }
}
