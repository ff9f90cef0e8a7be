/** One engine of durable executions, running and ready. Both kinds of execution resolve when their end is durable. */
export interface Peer {
  /** What survives what: a line of the table. */
  readonly durability: string;
  /** Five steps in a row, each of which adds one to the result of the one before. */
  chain(): Promise<number>;
  /** Hands a token out, waits until its holder answers with a number, and ends with it. */
  callback(): Promise<number>;
  close(): Promise<void>;
}

export type StartPeer = (dir: string) => Promise<Peer>;

export const stepsOfChain = 5;

/** A package of this folder. It has no types where the folder is not installed: `npm run bench:peers` does that. */
export const peerPackage = <T>(name: string): Promise<T> =>
  import(import.meta.resolve(name, import.meta.url)) as Promise<T>;
