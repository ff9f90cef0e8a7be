import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { ClientOutput } from "./client-output.ts";
import { fail, okay } from "./wire.ts";

/** What goes wrong on the wire. Sizes count the bytes that the server sends, its `OKAY` included. */
export type WireFault =
  /** The request is read and never answered. */
  | { readonly kind: "swallow" }
  /** The answer comes a few bytes at a time. */
  | { readonly kind: "drip"; readonly bytesPerSecond: number }
  /** A TCP reset after that many bytes. */
  | { readonly kind: "reset"; readonly afterBytes: number }
  /** The service is refused with this text. */
  | { readonly kind: "fail"; readonly text: string }
  /** The answer ends early, in good order, after that many bytes. */
  | { readonly kind: "cut"; readonly afterBytes: number }
  /** The last bytes of the answer are missing. */
  | { readonly kind: "cut-tail"; readonly bytes: number }
  /** Text before the service's first byte, as a warning on a screenshot. */
  | { readonly kind: "prefix"; readonly text: string }
  /** That many bytes of filler before the service's first byte. */
  | { readonly kind: "flood"; readonly bytes: number }
  /** Other bytes in place of the service's own, for example a huge tree or a PNG bomb. */
  | { readonly kind: "replace"; readonly body: Uint8Array }
  /** What becomes of each piece of the answer, for example of a tool that knows fewer commands. */
  | { readonly kind: "tamper"; readonly change: (text: string) => string }
  /** Only for `host:track-devices`: the list that comes with the answer is missing, its changes are not. */
  | { readonly kind: "lost-list" }
  /** Only for `sync:`: a file of the push that crosses this size finds the storage full. */
  | { readonly kind: "storage-full"; readonly afterBytes: number };

export interface FaultRule {
  /** Only this phone; every phone (and requests to the server itself) when absent. */
  readonly serial?: string;
  /** Matched against the request, for example `/^exec:screencap/`. */
  readonly service: RegExp;
  readonly fault: WireFault;
  /** How many matching requests suffer; every one when absent. */
  readonly times?: number;
}

/** Says what each request suffers. */
export interface FaultSource {
  take(serial: string | null, service: string): WireFault | null;
}

/** Faults installed on a server; empty in normal life. */
export class FaultPlan implements FaultSource {
  readonly #rules: { readonly rule: FaultRule; left: number }[] = [];

  /** Returns how to take the rule away again. */
  install(rule: FaultRule): () => void {
    const entry = { rule, left: rule.times ?? Number.POSITIVE_INFINITY };
    this.#rules.push(entry);
    return () => {
      entry.left = 0;
    };
  }

  /** The fault that this request suffers, or null; counts it. */
  take(serial: string | null, service: string): WireFault | null {
    const entry = this.#rules.find(
      ({ rule, left }) =>
        left > 0 && (rule.serial === undefined || rule.serial === serial) && rule.service.test(service),
    );
    if (entry === undefined) return null;
    entry.left -= 1;
    return entry.rule.fault;
  }
}

/** Wraps the way to the client so that it fails as `fault` says. */
export function faultyOutput(output: ClientOutput, fault: WireFault, socket: Socket): ClientOutput {
  switch (fault.kind) {
    case "swallow":
      return { write: () => {}, drained: async () => {}, end: () => {} };
    case "fail":
      return failing(output, fault.text);
    case "drip":
      return dripping(output, fault.bytesPerSecond, socket);
    case "reset":
      return limited(output, fault.afterBytes, () => socket.resetAndDestroy());
    case "cut":
      return limited(output, fault.afterBytes, () => output.end());
    case "cut-tail":
      return withoutTail(output, fault.bytes);
    case "prefix":
      return prefixed(output, Buffer.from(fault.text));
    case "flood":
      return prefixed(output, Buffer.alloc(fault.bytes, "flood\n"));
    case "replace":
      return replaced(output, fault.body);
    case "tamper":
      return {
        ...output,
        write: (data) =>
          output.write(Buffer.from(fault.change(Buffer.from(data).toString("latin1")), "latin1")),
      };
    case "lost-list":
      return firstOkayAlone(output);
    case "storage-full":
      return output;
  }
}

function failing(output: ClientOutput, text: string): ClientOutput {
  let answered = false;
  return {
    ...output,
    write: () => {
      if (!answered) output.write(fail(text));
      answered = true;
      output.end();
    },
  };
}

function limited(output: ClientOutput, afterBytes: number, stop: () => void): ClientOutput {
  let left = afterBytes;
  let stopped = false;
  return {
    ...output,
    write: (data) => {
      if (stopped) return;
      output.write(data.subarray(0, left));
      left -= Math.min(left, data.length);
      if (left > 0) return;
      stopped = true;
      // After the corked bytes have left, so that the client sees exactly that many.
      setImmediate(stop);
    },
    end: () => {
      if (!stopped) output.end();
    },
  };
}

function withoutTail(output: ClientOutput, bytes: number): ClientOutput {
  const held: Uint8Array[] = [];
  return {
    ...output,
    write: (data) => {
      held.push(Buffer.from(data));
    },
    end: () => {
      const all = Buffer.concat(held);
      output.write(all.subarray(0, Math.max(0, all.length - bytes)));
      output.end();
    },
  };
}

/** The first bytes are OKAY, with whatever came along in one write. */
function firstOkayAlone(output: ClientOutput): ClientOutput {
  let writes = 0;
  return {
    ...output,
    write: (data) => {
      writes += 1;
      output.write(writes === 1 ? data.subarray(0, okay.length) : data);
    },
  };
}

function prefixed(output: ClientOutput, prefix: Buffer): ClientOutput {
  let writes = 0;
  return {
    ...output,
    write: (data) => {
      // The first write is the server's OKAY; the service's own bytes come after it.
      writes += 1;
      output.write(writes === 2 ? Buffer.concat([prefix, data]) : data);
    },
  };
}

function replaced(output: ClientOutput, body: Uint8Array): ClientOutput {
  let writes = 0;
  return {
    ...output,
    write: (data) => {
      writes += 1;
      if (writes === 1) output.write(data); // the server's OKAY
      if (writes === 2) output.write(body);
    },
  };
}

function dripping(output: ClientOutput, bytesPerSecond: number, socket: Socket): ClientOutput {
  let queue: Promise<void> = Promise.resolve();
  // A timer takes a millisecond at least.
  const step = Math.ceil(bytesPerSecond / 1_000);
  const send = async (data: Uint8Array) => {
    for (let index = 0; index < data.length && !socket.destroyed; index += step) {
      output.write(data.subarray(index, index + step));
      await delay((1_000 * step) / bytesPerSecond);
    }
  };
  return {
    write: (data) => {
      const copy = Buffer.from(data);
      queue = queue.then(() => send(copy));
    },
    drained: () => queue,
    end: () => {
      queue = queue.then(() => output.end());
    },
  };
}
