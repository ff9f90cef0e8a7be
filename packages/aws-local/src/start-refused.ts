/** Why a server cannot start, and what to do, for the person who started it. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
  readonly advice: readonly string[];
  /** The one that cannot be had. */
  readonly port: number | undefined;

  constructor(message: string, advice: string, { cause, port }: { cause?: unknown; port?: number } = {}) {
    super(message, { cause });
    this.advice = [advice];
    this.port = port;
  }
}
