import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { type FarmFlags, findFarm } from "../find-farm.ts";
import { portNumber } from "../options/whole-number.ts";
import { createSessionClient, type SessionClient } from "../session-client.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { json, out, plain, progress } from "../terminal/terminal.ts";
import { relayPort } from "./relay-port.ts";

interface Options extends FarmFlags {
  readonly port: number;
}

/** The port closes by itself when it is not asked for again. */
const holdSeconds = 60;
const keepMilliseconds = 15_000;
/** So soon the command ends after its session. */
const lookMilliseconds = 2_000;

export const adbCommand = (ofSession: Command): Command =>
  ofSession
    .option("--port <n>", "port on this machine's loopback; 0: any free one", portNumber, 0)
    .action(openAdb);

/** Stays until it is interrupted or the session ends. */
async function openAdb(id: string, options: Options): Promise<void> {
  const api = createSessionClient(await findFarm(options.dir));
  const opened = await portOf(api, id);
  using interrupt = interruptSignal(() => progress("The port is closed."));
  if (opened.machine !== hostname()) {
    tellForwarding(opened, options);
    await keep(api, id, () => {}, interrupt.signal);
    return;
  }
  let target = opened.port;
  const relay = await relayPort(options.port, () => target);
  if (options.json) json({ port: relay.port, serial: opened.serial });
  else out(plain(`adb -P ${relay.port} shell     # ${opened.serial}, until Ctrl-C or the session's end`));
  try {
    await keep(api, id, (port) => (target = port), interrupt.signal);
  } finally {
    relay.close();
    // The session may be over, and its port with it.
    await api.closeAdb(id).catch(() => undefined);
  }
}

async function portOf(api: SessionClient, id: string) {
  const { port, ...rest } = await api.openAdb(id, holdSeconds);
  if (port === null) throw new CommandFailure(exitCodes.error, "The host did not open the port.");
  return { ...rest, port };
}

/** The host is another machine: its loopback is reached through a tunnel. */
function tellForwarding(
  { port, machine, serial }: Awaited<ReturnType<typeof portOf>>,
  options: Options,
): void {
  if (options.json) {
    json({ port, machine, serial });
    return;
  }
  out(plain(`${serial} is at port ${port} of ${machine}'s loopback. Forward it, for example with:`));
  const numbers = `portNumber=${port},localPortNumber=${options.port || 5_038}`;
  out(plain(`aws ssm start-session --target <instance of ${machine}> \\`));
  out(plain(`  --document-name AWS-StartPortForwardingSession --parameters ${numbers}`));
}

/** Says again and again that the port is wanted, until nobody wants it or the session is over. */
async function keep(
  api: SessionClient,
  id: string,
  onPort: (port: number) => void,
  stop: AbortSignal,
): Promise<void> {
  for (let askedAt = performance.now(); ; ) {
    await delay(lookMilliseconds, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return;
    const { status, endReason, deviceLost } = await api.read(id);
    if (status === "ended") return progress(`The session ended: ${endReason}.`);
    if (status === "deviceLost")
      throw new CommandFailure(
        exitCodes.inconclusive,
        `The port is closed because the session's device was lost: ${deviceLost?.reason}`,
        [`'drover session continue ${id}' continues with another, clean device.`],
      );
    if (performance.now() - askedAt < keepMilliseconds) continue;
    onPort((await portOf(api, id)).port);
    askedAt = performance.now();
  }
}
