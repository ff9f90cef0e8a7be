/** An answer that is no stream of events: of a server in between that knows none, or of one that is no API. */
export class NoEvents extends Error {
  override readonly name = "NoEvents";
  /** It came so often that no further retry is made. */
  readonly isFinal: boolean;

  constructor(route: string, contentType: string, isFinal: boolean) {
    super(`${route} answers ${contentType || "something"} that is no stream of events.`);
    this.isFinal = isFinal;
  }
}
