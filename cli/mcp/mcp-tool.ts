import type * as z from "zod";
import type { PolicyBounds, PolicyChoice } from "#shared/contracts/job/policy.ts";
import type { FarmClient } from "../call-route.ts";

/** What a call of a tool has besides its arguments. */
export interface McpCall {
  readonly api: FarmClient;
  /** Aborts when the client takes its call back, or is gone. What was started on the farm continues. */
  readonly signal: AbortSignal;
  /** Tells who waits how far it is. `done` must grow from one to the next. */
  readonly progress: (done: number, message: string) => void;
  /** Sessions that this client leased and did not release: they end with its connection. */
  readonly leases: Set<string>;
  /** What nothing goes beyond that this server starts. */
  readonly most: PolicyBounds | undefined;
}

/** The policy of what a call starts, within the server's bounds. */
export const policyWithin = ({ most }: McpCall, asked: PolicyBounds = {}): { policy?: PolicyChoice } =>
  most === undefined && Object.keys(asked).length === 0
    ? {}
    : { policy: { ...asked, ...(most === undefined ? {} : { most }) } };

export interface McpAnswer<Data> {
  /** For a model, a line each; what is not ours is marked as data. */
  readonly text: readonly string[];
  /** For a program, as the tool's output schema has it. */
  readonly data: Data;
  readonly picture?: { readonly bytes: Buffer; readonly mediaType: string };
}

/**
 * What a tool does: `reads` changes nothing on farm or device, `adds` starts or tells something, `destroys` may undo or delete what
 * is there: an agent on a device may do that.
 */
export type McpEffect = "reads" | "adds" | "destroys";

export interface McpTool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  /** The description for the client's model. */
  readonly description: string;
  readonly effect: McpEffect;
  readonly input: Input;
  readonly output: Output;
  readonly run: (given: z.output<Input>, call: McpCall) => Promise<McpAnswer<z.output<Output>>>;
}

export const defineMcpTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: McpTool<Input, Output>,
): McpTool<Input, Output> => tool;
