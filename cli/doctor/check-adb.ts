import { once } from "node:events";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { because } from "../terminal/because.ts";
import { type Finding, fail, ok } from "./finding.ts";

const deadlineMilliseconds = 2_000;

/** Asks the adb server for its version, and whether other machines reach it: adb has no authentication of its own. */
export async function checkAdb(address: {
  readonly host: string;
  readonly port: number;
}): Promise<readonly Finding[]> {
  const where = `${address.host}:${address.port}`;
  try {
    const version = await adbVersion(address.host, address.port);
    return [ok("adb", `server version ${version} at ${where}`), await checkExposure(address.port)];
  } catch (error) {
    return [
      fail(
        "adb",
        `no adb server at ${where}: ${because(error)}`,
        "Start it with 'adb start-server', or use virtual phones.",
      ),
    ];
  }
}

async function adbVersion(host: string, port: number): Promise<number> {
  const socket = connect({ host, port, timeout: deadlineMilliseconds });
  socket.on("timeout", () => socket.destroy(new Error("no answer")));
  try {
    socket.end("000chost:version");
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    const answer = Buffer.concat(chunks).toString("latin1");
    const [, version] = /^OKAY0004([0-9a-f]{4})/i.exec(answer) ?? [];
    if (!version) throw new Error("it does not speak the adb protocol");
    return Number.parseInt(version, 16);
  } finally {
    socket.destroy();
  }
}

async function checkExposure(port: number): Promise<Finding> {
  const addresses = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).filter((a) => !a.internal),
  );
  for (const { address } of addresses) {
    if (await accepts(address, port)) {
      return fail(
        "adb exposure",
        `${address}:${port} accepts connections from the network`,
        "Bind adb to 127.0.0.1 or close the port.",
      );
    }
  }
  return ok("adb exposure", "loopback only");
}

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port, timeout: deadlineMilliseconds });
  socket.on("timeout", () => socket.destroy(new Error("no answer")));
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
