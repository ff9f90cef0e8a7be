/** An expression wanted more time than it may take from everybody else; it must be evaluated elsewhere. */
export class SliceExceededError extends Error {
  override readonly name = "SliceExceededError";

  constructor() {
    super("the expression has used up its slice of time");
  }
}
