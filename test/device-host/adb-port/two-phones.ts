import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPhones } from "@drover/virtual-android";
import type { PortRules } from "#device-host/adb-port/judge-request.ts";
import { openAdbPort } from "#device-host/adb-port/open-adb-port.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** Two virtual phones behind one adb server, a port for the first, and a lease that a test can end. */
export async function openPortOfTwo(changed: Partial<PortRules> = {}) {
  const dir = await mkdtemp(join(tmpdir(), "drover-port-"));
  const running = await startPhones({ count: 2, dir });
  const [serial = "", other = ""] = running.serials;
  const over = new AbortController();
  const time = { now: 0, wake: () => {} };
  let lost = false;
  const port = await openAdbPort({
    endpoint: { host: "127.0.0.1", port: running.adbPort },
    rules: { serial, root: false, reboot: false, ...changed },
    check: () => {
      if (lost) throw new DroverError("LeaseLost", "Lease 7 is over: it was given back.");
    },
    over: over.signal,
    holdMilliseconds: 60_000,
    now: () => new Date(time.now).toISOString(),
    monotonic: () => time.now,
    wait: (_, signal) =>
      new Promise((resolve) => {
        time.wake = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      }),
  });
  return {
    port,
    serial,
    other,
    running,
    endLease: () => over.abort(),
    loseLease: () => {
      lost = true;
    },
    /** So much time passes, and the port looks at the clock. */
    pass: (milliseconds: number) => {
      time.now += milliseconds;
      time.wake();
    },
    async close(): Promise<void> {
      await port.close("the test is over");
      await running.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
export type PortOfTwo = Awaited<ReturnType<typeof openPortOfTwo>>;

/** Sends these requests one after the other and reads until the port ends the connection. */
export function talk(port: number, requests: readonly string[], raw?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const left = [...requests];
    const next = (): void => {
      const request = left.shift();
      if (request !== undefined)
        socket.write(`${Buffer.byteLength(request).toString(16).padStart(4, "0")}${request}`);
    };
    let answer = "";
    socket.on("connect", () => {
      if (raw !== undefined) socket.end(raw);
      else next();
    });
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (answer.startsWith("OKAY")) next();
    });
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" ? resolve(answer) : reject(error),
    );
    socket.on("close", () => resolve(answer));
  });
}
