import { once } from "node:events";
import { connect } from "node:net";

export interface ConsoleClient extends Disposable {
  /** What the console said before it was asked anything. */
  readonly banner: string;
  /** Everything up to and with the line that begins with OK or KO. */
  ask(line: string): Promise<string>;
}

/** Types lines, as somebody with telnet does. */
export async function openConsole(port: number): Promise<ConsoleClient> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  let wake = (): void => {};
  socket.on("data", (bytes) => {
    heard += bytes;
    wake();
  });
  const answer = async (): Promise<string> => {
    for (;;) {
      const end = /^[\s\S]*?^(?:OK|KO)(?::[^\n]*)?\r\n/m.exec(heard)?.[0];
      if (end !== undefined) {
        heard = heard.slice(end.length);
        return end;
      }
      if (socket.destroyed) throw new Error(`the console has gone after ${JSON.stringify(heard)}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
        socket.once("close", () => resolve());
      });
    }
  };
  await once(socket, "connect");
  const banner = await answer();
  return {
    banner,
    ask: (line) => {
      socket.write(`${line}\r\n`);
      return answer();
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
