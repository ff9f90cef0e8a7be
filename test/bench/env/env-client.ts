import { once } from "node:events";
import { WebSocket } from "ws";
import type { EnvResult } from "#shared/contracts/env/env-messages.ts";

export interface EnvClient {
  ask(type: "reset" | "step", data: object): Promise<EnvResult>;
  /** Of the last answer, not parsed. */
  readonly lastText: () => string;
  close(): Promise<void>;
}

/** A session of an OpenEnv server. */
export async function connectEnv(url: string): Promise<EnvClient> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws`, { perMessageDeflate: false });
  await once(socket, "open");
  let text = "";
  const ask = async (type: string, data: object): Promise<EnvResult> => {
    const answer = once(socket, "message");
    socket.send(JSON.stringify({ type, data }));
    const [message] = await answer;
    text = String(message);
    const { type: kind, data: told } = JSON.parse(text);
    if (kind !== "observation") throw new Error(`${told.code}: ${told.message}`);
    return told;
  };
  const close = async (): Promise<void> => {
    const closed = once(socket, "close");
    socket.close();
    await closed;
  };
  return { ask, lastText: () => text, close };
}
