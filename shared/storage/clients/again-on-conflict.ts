import { setTimeout as sleep } from "node:timers/promises";
import type { SdkClient } from "../direct/direct-client.ts";

/** At most; a transaction is over within tens of milliseconds. */
const pausesMilliseconds = [10, 20, 40, 80, 160];

/**
 * Makes a write again that met a transaction on its item: nothing was written, and the SDK does not try again. A transaction that meets
 * another one answers so itself (`transact`).
 */
export function againOnConflict<Client extends SdkClient>(client: Client): Client {
  const once = client.send.bind(client) as (command: object, options?: object) => Promise<unknown>;
  const send = async (command: object, options?: object): Promise<unknown> => {
    for (const pause of pausesMilliseconds) {
      try {
        return await once(command, options);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== "TransactionConflictException") throw error;
        // Writers that met once are not to meet again.
        await sleep(pause * (0.5 + Math.random() / 2));
      }
    }
    return once(command, options);
  };
  return Object.assign(client, { send });
}
