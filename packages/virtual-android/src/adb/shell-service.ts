import { listeningPorts } from "../helper-apps/phone-ports.ts";
import { runShell } from "../shell/run-shell.ts";
import type { Output } from "../shell/streams.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { ClientOutput } from "./client-output.ts";
import type { DeviceServiceContext } from "./device-service-context.ts";
import { InputQueue } from "./input-queue.ts";
import { rebootAttached } from "./reboot-service.ts";
import { encodeShellPacket, okay, shellPacket } from "./wire.ts";

/** A v2 client sends at most its buffer in one packet; more is a broken client. */
const maximumStdinPacketBytes = 1024 * 1024;

/**
 * `shell:`, `exec:` (stdout and stderr joined, no exit code) and `shell,v2,…:` (packets and an exit code).
 * An empty command runs the lines that arrive on stdin.
 */
export async function serveShell(
  name: string,
  command: string,
  context: DeviceServiceContext,
): Promise<void> {
  const { attached, devices, output, reader, clientGone } = context;
  const options = name.split(",");
  const isV2 = options.includes("v2");
  const stdin = new InputQueue();
  const hangUp = new AbortController();
  clientGone.addEventListener("abort", () => hangUp.abort(), { once: true });
  output.write(okay);
  const pump = (isV2 ? pumpPackets : pumpRaw)(reader, stdin);
  void pump.then(
    () => hangUp.abort(),
    () => hangUp.abort(),
  );
  const exitCode = await runShell(attached.device, command, {
    stdin,
    stdout: isV2 ? packetOutput(output, shellPacket.stdout) : rawOutput(output),
    stderr: isV2 ? packetOutput(output, shellPacket.stderr) : rawOutput(output),
    hangUp: hangUp.signal,
    latency: context.latency,
    // Without a command, v1 always has a terminal and v2 when it asks for one.
    isTerminal: options[0] === "shell" && (!isV2 || options.includes("pty")),
    listening: () => [
      ...context.reversed.list(attached.serial).map(({ local }) => local),
      ...listeningPorts(attached.device).map((port) => `tcp:${port}`),
    ],
    reboot: () => rebootAttached(attached.serial, devices, context.awayMilliseconds),
  });
  stdin.end();
  if (isV2) output.write(encodeShellPacket(shellPacket.exit, Uint8Array.of(exitCode)));
}

async function pumpRaw(reader: ByteReader, stdin: InputQueue): Promise<void> {
  for (let chunk = await reader.readSome(); chunk !== null; chunk = await reader.readSome())
    await stdin.push(chunk);
  stdin.end();
}

async function pumpPackets(reader: ByteReader, stdin: InputQueue): Promise<void> {
  for (;;) {
    const header = await reader.read(5);
    const length = header?.readUInt32LE(1) ?? 0;
    const payload = header === null || length > maximumStdinPacketBytes ? null : await reader.read(length);
    if (header === null || payload === null) break;
    if (header[0] === shellPacket.stdin) await stdin.push(payload);
    if (header[0] === shellPacket.closeStdin) stdin.end();
  }
  stdin.end();
}

const rawOutput = (output: ClientOutput): Output => ({
  write: (data) => output.write(typeof data === "string" ? Buffer.from(data) : data),
  drained: () => output.drained(),
});

const packetOutput = (output: ClientOutput, kind: number): Output => ({
  write: (data) => {
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    if (bytes.length > 0) output.write(encodeShellPacket(kind, bytes));
  },
  drained: () => output.drained(),
});
