import { randomInt } from "node:crypto";
import { loopbackHost } from "@drover/aws-local/loopback-server";
import getPort from "get-port";
import * as z from "zod";

/** Of every stand-in; S3 and SQS share one. */
export const CloudPorts = z.strictObject({
  objectsAndQueues: z.int(),
  dynamodb: z.int(),
  stepFunctions: z.int(),
  lambda: z.int(),
  api: z.int(),
  /** 0, any free one, in what an older farm wrote. */
  secretsManager: z.int().default(0),
  scheduler: z.int().default(0),
});
export type CloudPorts = z.infer<typeof CloudPorts>;

/** A system gives its programs' connections ports above these: Linux from 32768, macOS and Windows from 49152. */
const [first, afterLast] = [20_000, 32_768];
const mostTried = 20;

/** A free one, which no connection of another program gets while the farm is stopped: its next start listens there again. */
const lastingPort = (): Promise<number> =>
  getPort({ host: loopbackHost, port: Array.from({ length: mostTried }, () => randomInt(first, afterLast)) });

/** Those that are given, and a new one for each other server. */
export async function allPorts(given: Partial<CloudPorts>): Promise<CloudPorts> {
  const ports: Record<string, number> = { ...given };
  for (const name of Object.keys(CloudPorts.shape)) ports[name] ??= await lastingPort();
  return CloudPorts.parse(ports);
}
