interface WrongField {
  readonly field: string;
  readonly message: string;
}

/** Ends the command: `message` and `advice` go to stderr, `exitCode` to the shell. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  readonly exitCode: number;
  readonly advice: readonly string[];
  /** What the API says of single fields of a request. */
  readonly fields: readonly WrongField[];
  /** The API's, of the error catalogue; empty: the exit code says it. */
  readonly code: string;

  constructor(
    exitCode: number,
    message: string,
    advice: readonly string[] = [],
    fields: readonly WrongField[] = [],
    code = "",
  ) {
    super(message);
    this.exitCode = exitCode;
    this.advice = advice;
    this.fields = fields;
    this.code = code;
  }
}
