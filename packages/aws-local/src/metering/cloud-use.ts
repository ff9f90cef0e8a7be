import { channel } from "node:diagnostics_channel";

/** One thing that a stand-in did and AWS would bill. */
export type CloudUse = { readonly caller: string } & (
  | {
      readonly service: "dynamodb";
      readonly operation: string;
      /** Of the table and its indexes together. */
      readonly units: number;
      readonly kind: "read" | "write";
      /** As the protocol has it. */
      readonly request: Readonly<Record<string, unknown>>;
    }
  | {
      readonly service: "s3";
      readonly operation: string;
      readonly bytesIn: number;
      readonly bytesOut: number;
    }
  | {
      readonly service: "sqs";
      readonly operation: string;
      readonly bytes: number;
      /** How many it sent, brought or deleted: 0 when it waited for nothing. */
      readonly messages: number;
    }
  | { readonly service: "states"; readonly operation: string }
  | {
      readonly service: "lambda";
      readonly operation: string;
      readonly milliseconds: number;
      readonly megabytes: number;
    }
);

const uses = channel("aws-local.use");

/** Nobody listens but a measurement: whoever tells of uses asks first, so that the services pay nothing for it. */
export const isMetered = (): boolean => uses.hasSubscribers;

export const tellUse = (use: CloudUse): void => uses.publish(use);

/** Calls `take` for each use in this thread from now on; what it returns ends that. */
export function onUse(take: (use: CloudUse) => void): () => void {
  const listener = (use: unknown): void => take(use as CloudUse);
  uses.subscribe(listener);
  return () => void uses.unsubscribe(listener);
}
