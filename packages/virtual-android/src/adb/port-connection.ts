import { once } from "node:events";
import { connect } from "node:net";
import type { DeviceServiceContext } from "./device-service-context.ts";
import { fail, okay } from "./wire.ts";

/**
 * `tcp:PORT`, `tcp:localhost:PORT` and `localabstract:NAME` of a phone, without a forward before it: leads where `adb reverse` of that
 * socket leads, as nothing else on a virtual phone listens. adbd closes the stream of a socket where nobody does.
 */
export async function connectToPort(service: string, context: DeviceServiceContext): Promise<void> {
  const { attached, reversed, output, reader, clientGone } = context;
  const socket = service.replace(/^tcp:(?:localhost|127\.0\.0\.1):/, "tcp:");
  const target = reversed.list(attached.serial).find(({ local }) => local === socket)?.remote;
  const port = /^tcp:(\d+)$/.exec(target ?? "")?.[1];
  if (port === undefined) return output.write(fail("closed"));
  const further = connect(Number(port), "127.0.0.1");
  const reached = await once(further, "connect", { signal: clientGone }).then(
    () => true,
    () => false,
  );
  if (!reached) {
    further.destroy();
    return output.write(fail("closed"));
  }
  output.write(okay);
  further.on("error", () => further.destroy());
  clientGone.addEventListener("abort", () => further.destroy(), { once: true });
  const forth = async (): Promise<void> => {
    for (
      let chunk = await reader.readSome();
      chunk !== null && !further.destroyed;
      chunk = await reader.readSome()
    )
      if (!further.write(chunk)) await once(further, "drain").catch(() => {});
    further.end();
  };
  void forth();
  try {
    for await (const chunk of further) {
      output.write(chunk);
      await output.drained();
    }
  } catch {
    // It broke off: the client hears the end.
  }
}
