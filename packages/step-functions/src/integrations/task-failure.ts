/** What an integration rejects with: the error name and cause that Retry, Catch and the history see. */
export class TaskFailure extends Error {
  override readonly name = "TaskFailure";
  readonly errorName: string;
  readonly causeText: string | undefined;

  constructor(errorName: string, causeText?: string) {
    super(`${errorName}: ${causeText ?? ""}`);
    this.errorName = errorName;
    this.causeText = causeText;
  }
}
