/** `exit`, a failed `set -e`, a signal: the shell ends with this status. */
export class ShellEnd extends Error {
  readonly status: number;

  constructor(status: number) {
    super();
    this.status = status;
  }
}

/** What ends a shell that is not typed at, such as an expansion that cannot be done; `message` follows its name on stderr. */
export class ShellFailure extends Error {
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}

/** `return` on its way to its function. */
export class FunctionReturn extends Error {
  readonly status: number;

  constructor(status: number) {
    super();
    this.status = status;
  }
}

/** `break` and `continue` on their way to their loop. */
export class LoopControl extends Error {
  readonly leaves: boolean;
  /** Loops to go up, this one included. */
  readonly levels: number;

  constructor(leaves: boolean, levels: number) {
    super();
    this.leaves = leaves;
    this.levels = levels;
  }
}

export const isControlFlow = (error: unknown): boolean =>
  error instanceof ShellEnd ||
  error instanceof ShellFailure ||
  error instanceof FunctionReturn ||
  error instanceof LoopControl;
