import { once } from "node:events";
import { Socket } from "node:net";
import type { DeviceServiceContext } from "./device-service-context.ts";
import { reachPort } from "./forwarded-ports.ts";
import { fail, okay } from "./wire.ts";

/**
 * `tcp:PORT`, `tcp:localhost:PORT` and `localabstract:NAME` of a phone, without a forward before it. adbd closes the stream of a socket
 * where nobody listens.
 */
export async function connectToPort(service: string, context: DeviceServiceContext): Promise<void> {
  const { attached, reversed, output, reader, clientGone } = context;
  const socket = service.replace(/^tcp:(?:localhost|127\.0\.0\.1):/, "tcp:");
  const further = reachPort(attached.device, attached.serial, socket, reversed);
  if (further === null) return output.write(fail("closed"));
  const reached =
    !(further instanceof Socket) ||
    (await once(further, "connect", { signal: clientGone }).then(
      () => true,
      () => false,
    ));
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
