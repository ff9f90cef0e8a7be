import { connect } from "node:net";

const framed = (request: string): string =>
  `${Buffer.byteLength(request).toString(16).padStart(4, "0")}${request}`;

/** What a service of a phone answers over the adb server's smart socket, in a connection of its own as clients have it. */
export async function askPhone(port: number, serial: string, service: string): Promise<Buffer> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const received: Buffer[] = [];
  socket.write(framed(`host:transport:${serial}`));
  let asked = false;
  for await (const chunk of socket) {
    received.push(chunk);
    if (asked) continue;
    if (Buffer.concat(received).toString("latin1") !== "OKAY") continue;
    asked = true;
    socket.write(framed(service));
  }
  const all = Buffer.concat(received);
  if (all.toString("latin1", 0, 8) !== "OKAYOKAY") throw new Error(`${serial} refuses ${service}: ${all}`);
  return all.subarray(8);
}
