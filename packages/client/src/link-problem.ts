/** What a link leads to could not be had. */
export class LinkProblem extends Error {
  override readonly name = "LinkProblem";
  /** Undefined: there was no answer, or it broke off. */
  readonly status: number | undefined;

  constructor(message: string, of: { readonly status?: number; readonly cause?: unknown }) {
    super(message, of.cause === undefined ? {} : { cause: of.cause });
    this.status = of.status;
  }

  /** It is not stored, or no longer. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410;
  }

  /** The link's time is over, or it is none: the API gives another. */
  get isOver(): boolean {
    return this.status === 403;
  }

  /** Asking again may bring it. */
  get isPassing(): boolean {
    if (this.status === undefined) return this.cause !== undefined;
    return this.status === 429 || this.status >= 500;
  }
}
