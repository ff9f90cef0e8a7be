import { once } from "node:events";
import { connect } from "node:net";

/** The first bytes that whatever listens at a port of this machine answers. */
export async function talkToPort(port: number): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  try {
    socket.write("hello");
    const [answer] = await once(socket, "data", { signal: AbortSignal.timeout(60_000) });
    return String(answer);
  } finally {
    socket.destroy();
  }
}
