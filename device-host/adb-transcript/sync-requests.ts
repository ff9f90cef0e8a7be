const headBytes = 8;
const largestBody = 65_536;

/** Takes the requests of a client apart on a `sync:` connection. A push is complete when the whole file was sent. */
export class SyncRequests {
  #bytes = Buffer.alloc(0);
  #sending: string | null = null;

  /** What is complete with these bytes, as `STAT /sdcard/x`. */
  push(bytes: Buffer): readonly string[] {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    const complete: string[] = [];
    for (let head = this.#head(); head !== null; head = this.#head()) {
      const { id, length, isWhole } = head;
      if (!isWhole) break;
      const body = this.#bytes.subarray(headBytes, headBytes + length);
      this.#bytes = this.#bytes.subarray(headBytes + length);
      if (id === "SEND") this.#sending = `SEND ${body.toString("utf8")}`;
      else if (id === "DONE" && this.#sending !== null) {
        complete.push(this.#sending);
        this.#sending = null;
      } else if (id !== "DATA" && id !== "QUIT") complete.push(`${id} ${body.toString("utf8")}`);
    }
    return complete;
  }

  /** Behind DONE is a time, not a length. */
  #head() {
    if (this.#bytes.length < headBytes) return null;
    const id = this.#bytes.toString("latin1", 0, 4);
    const told = id === "DONE" ? 0 : this.#bytes.readUInt32LE(4);
    const length = Math.min(told, largestBody);
    return { id, length, isWhole: this.#bytes.length >= headBytes + length };
  }
}
