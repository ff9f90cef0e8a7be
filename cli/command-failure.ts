/** Ends the command: `message` and `advice` go to stderr, `exitCode` to the shell. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  readonly exitCode: number;
  readonly advice: readonly string[];

  constructor(exitCode: number, message: string, advice: readonly string[] = []) {
    super(message);
    this.exitCode = exitCode;
    this.advice = advice;
  }
}
