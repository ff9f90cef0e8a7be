/** W3C error codes with their HTTP status, as the server's exceptions have them. */
const statuses = {
  "invalid argument": 400,
  "invalid element state": 400,
  "invalid selector": 400,
  "invalid session id": 404,
  "no such alert": 404,
  "no such element": 404,
  "stale element reference": 404,
  timeout: 408,
  "unknown command": 404,
  "unknown error": 500,
  "unsupported operation": 500,
} as const;

export class WebDriverError extends Error {
  readonly error: keyof typeof statuses;

  constructor(error: keyof typeof statuses, message: string) {
    super(message);
    this.error = error;
  }

  get status(): number {
    return statuses[this.error];
  }
}

/** What the real server does and this one does not. */
export const notHere = (what: string): WebDriverError =>
  new WebDriverError("unsupported operation", `${what} is not supported by this virtual phone`);
