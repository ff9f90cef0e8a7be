import { connect, type Socket } from "node:net";

/** Speaks the smart-socket protocol by hand, so that tests decide how the bytes are cut. */
export class WireClient {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #ended = false;
  #wake: () => void = () => {};

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("data", (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    const end = () => {
      this.#ended = true;
      this.#wake();
    };
    this.socket.on("end", end).on("error", end).on("close", end);
  }

  static frame(request: string): Buffer {
    const body = Buffer.from(request);
    return Buffer.concat([Buffer.from(body.length.toString(16).padStart(4, "0")), body]);
  }

  send(request: string): this {
    this.socket.write(WireClient.frame(request));
    return this;
  }

  async read(length: number): Promise<Buffer> {
    while (this.#received.length < length && !this.#ended) await this.#next();
    const bytes = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return bytes;
  }

  async readToEnd(): Promise<Buffer> {
    while (!this.#ended) await this.#next();
    return this.read(this.#received.length);
  }

  /** `OKAY`, or what the FAIL says. */
  async status(): Promise<string> {
    const status = (await this.read(4)).toString("latin1");
    return status === "FAIL" ? `FAIL ${await this.text()}` : status;
  }

  async text(): Promise<string> {
    const length = Number.parseInt((await this.read(4)).toString("latin1"), 16);
    return (await this.read(length)).toString("utf8");
  }

  /** Chooses a phone and starts a service on it. */
  async start(serial: string, service: string): Promise<string> {
    const chosen = await this.send(`host:transport:${serial}`).status();
    return chosen === "OKAY" ? this.send(service).status() : chosen;
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
