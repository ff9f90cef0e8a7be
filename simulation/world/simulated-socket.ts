import { Duplex } from "node:stream";
import { currentProcess, type SimulatedProcess } from "./simulated-process.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Processes that the network does not reach. */
export interface Links {
  readonly away: Set<string>;
}

/** A process with all its starts, and the phones at its machine, which it always reaches. */
const machineOf = (process: SimulatedProcess | undefined): string =>
  (process?.name ?? "").replace(/#\d+$/, "").replace(/-phones$/, "");

/** One end of a connection within the simulation, with what the farm uses of node:net's. */
export class SimulatedSocket extends Duplex {
  readonly remoteAddress = "127.0.0.1";
  readonly remoteFamily = "IPv4";
  readonly localAddress = "127.0.0.1";
  remotePort = 0;
  localPort = 0;
  connecting = true;
  readonly #time: VirtualTime;
  readonly #owner: SimulatedProcess | undefined = currentProcess();
  readonly #links: Links;
  #peer: SimulatedSocket | null = null;
  /** Something was lost on the way: nothing comes after it. */
  #isBroken = false;
  #idleMilliseconds = 0;
  #idle: { cancel(): void } | null = null;
  #undo: (() => void) | undefined;

  constructor(time: VirtualTime, links: Links) {
    super({ allowHalfOpen: false });
    this.#time = time;
    this.#links = links;
    this.#undo = this.#owner?.atDeath(() => this.#peer?.cut());
  }

  static pair(
    time: VirtualTime,
    links: Links,
    client: SimulatedSocket,
    serve: (end: SimulatedSocket) => void,
  ): void {
    const server = new SimulatedSocket(time, links);
    client.#peer = server;
    server.#peer = client;
    server.#opened();
    serve(server);
    client.deliver(() => client.#opened());
  }

  /** The other end is gone without a word, or was never there. */
  cut(code = "ECONNRESET"): void {
    this.deliver(() => this.destroy(Object.assign(new Error(`connect ${code} 127.0.0.1`), { code })));
  }

  #opened(): void {
    this.connecting = false;
    this.emit("connect");
    this.emit("ready");
  }

  /** Whether the network carries nothing between this end's process and another one. */
  isCutOff(other: SimulatedProcess | undefined): boolean {
    const [one, two] = [machineOf(this.#owner), machineOf(other)];
    return one !== two && (this.#links.away.has(one) || this.#links.away.has(two));
  }

  /** In this end's process and in a turn of its own, as what comes over a network. */
  deliver(run: () => void): void {
    if (this.#peer !== null && !this.#isBroken && this.isCutOff(this.#peer.#owner)) {
      this.#isBroken = true;
      this.#peer.#isBroken = true;
    }
    if (this.#isBroken) return;
    const begin = (): void => void this.#time.soon(() => this.destroyed || run());
    if (this.#owner === undefined) begin();
    else if (!this.#owner.isDead) this.#owner.run(begin);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.connecting) {
      this.once("connect", () => this._write(chunk, _encoding, done));
      return;
    }
    this.#touch();
    const peer = this.#peer;
    const copy = Buffer.from(chunk);
    peer?.deliver(() => {
      peer.#touch();
      peer.push(copy);
    });
    done();
  }

  override _final(done: () => void): void {
    const peer = this.#peer;
    peer?.deliver(() => peer.push(null));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#undo?.();
    this.#idle?.cancel();
    const peer = this.#peer;
    peer?.deliver(() => {
      if (error === null) peer.push(null);
      else peer.cut();
    });
    done(error);
  }

  setTimeout(milliseconds: number, call?: () => void): this {
    this.#idleMilliseconds = milliseconds;
    if (call !== undefined && milliseconds > 0) this.once("timeout", call);
    else if (call !== undefined) this.removeListener("timeout", call);
    this.#touch();
    return this;
  }

  #touch(): void {
    this.#idle?.cancel();
    this.#idle =
      this.#idleMilliseconds > 0
        ? this.#time.after(this.#idleMilliseconds, () => this.destroyed || this.emit("timeout"))
        : null;
  }

  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;
  address = () => ({ address: "127.0.0.1", family: "IPv4", port: this.localPort });
  destroySoon = (): void => {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  };
  resetAndDestroy = (): this => {
    this.cut();
    return this;
  };
}
