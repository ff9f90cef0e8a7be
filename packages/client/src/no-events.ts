/** An answer that is no stream of events: of a server in between that knows none, or of one that is no API. */
export class NoEvents extends Error {
  override readonly name = "NoEvents";
  /** It came so often that asking again is in vain. */
  readonly isFinal: boolean;

  constructor(route: string, contentType: string, isFinal: boolean) {
    super(`${route} answers ${contentType || "something"} that is no stream of events.`);
    this.isFinal = isFinal;
  }
}
