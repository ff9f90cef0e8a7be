import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type ServerNotification,
  type ServerRequest,
  type Tool,
  type ToolAnnotations,
} from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { PolicyBounds } from "#shared/contracts/job/policy.ts";
import { dataLines, dataNote } from "#shared/rules/steps/data-lines.ts";
import { plain } from "#shared/text/plain-text.ts";
import packageFile from "../../package.json" with { type: "json" };
import { type ApiAddress, type FarmClient, failureOf, farmApi } from "../call-route.ts";
import { because } from "../terminal/because.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import type { McpAnswer, McpEffect, McpTool } from "./mcp-tool.ts";
import { everyMcpTool } from "./mcp-tools.ts";
import { readArguments } from "./read-arguments.ts";

export interface McpServerOptions {
  /** Asked at each call: a farm may be started, and started again, beside a client that stays. Throws as findFarm does. */
  readonly farm: () => Promise<ApiAddress>;
  /** Offer only what changes nothing. */
  readonly readOnly?: boolean;
  /** What nothing goes beyond that a client starts, whatever it asks for. */
  readonly policy?: PolicyBounds | undefined;
}

export interface FarmMcpServer {
  readonly server: Server;
  /** When its connection has ended and what was leased through it is released; it never rejects. */
  readonly released: Promise<void>;
}

const instructions = `Drover runs tasks on a farm of Android devices. run_task has Drover's agent do one and judges it by the device; run_batch does many; lease_device lends you a device to drive yourself. ${dataNote}`;

const annotations: { readonly [Effect in McpEffect]: ToolAnnotations } = {
  reads: { readOnlyHint: true, openWorldHint: false },
  adds: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  destroys: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
};

const releaseMilliseconds = 10_000;

/** The farm as an MCP server, not yet connected. Devices that its client leased are released when the connection ends. */
export function createMcpServer({ farm, readOnly = false, policy }: McpServerOptions): FarmMcpServer {
  const api = async (): Promise<FarmClient> => farmApi(await farm());
  const leases = new Set<string>();
  const offered = new Map<string, McpTool>(
    everyMcpTool.filter(([, { effect }]) => !readOnly || effect === "reads"),
  );
  // Not McpServer, which answers wrong arguments with zod's own text.
  const server = new Server(
    { name: "drover", title: "Drover", version: packageFile.version },
    { instructions, capabilities: { tools: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...offered].map(([name, tool]) => toolFor(name, tool)),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given } }, extra) =>
    answered(async () => {
      const tool = offered.get(name);
      if (tool === undefined)
        throw new CommandFailure(exitCodes.usage, `There is no tool '${name}'.`, [
          `Call one of: ${[...offered.keys()].join(", ")}.`,
        ]);
      const wanted = readArguments(tool.input, given);
      return tool.run(wanted, { ...callOf(await api(), leases, extra), most: policy });
    }),
  );
  const released = Promise.withResolvers<void>();
  server.onclose = () => void releaseAll(api, leases).finally(released.resolve);
  return { server, released: released.promise };
}

const toolFor = (name: string, { title, description, effect, input, output }: McpTool): Tool => ({
  name,
  title,
  description,
  inputSchema: schemaFor(input, "input"),
  outputSchema: schemaFor(output, "output"),
  annotations: { title, ...annotations[effect] },
});

const schemaFor = (schema: z.ZodObject, io: "input" | "output") =>
  z.toJSONSchema(schema, { io }) as Tool["inputSchema"];

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

function callOf(api: FarmClient, leases: Set<string>, { signal, _meta, sendNotification }: Extra) {
  const progressToken = _meta?.progressToken;
  const progress = (done: number, message: string): void => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: done, message };
    // Who does not listen any more misses nothing.
    void sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
  };
  return { api, signal, leases, progress };
}

async function answered(run: () => Promise<McpAnswer<object>>): Promise<CallToolResult> {
  try {
    const { text, data, picture } = await run();
    return {
      content: [
        { type: "text", text: text.join("\n") },
        ...(picture === undefined
          ? []
          : [
              { type: "image" as const, data: picture.bytes.toString("base64"), mimeType: picture.mediaType },
            ]),
      ],
      structuredContent: { ...data },
    };
  } catch (error) {
    const failure = failureOf(error);
    const [why, advice] =
      failure instanceof CommandFailure ? [failure.message, failure.advice] : [because(failure), []];
    // What went wrong is told with what a device, a model or a task said; what to do about it is the farm's own words.
    const lines = ["The call failed:", ...dataLines(why, "  "), ...advice.map(plain)];
    return { isError: true, content: [{ type: "text", text: lines.join("\n") }] };
  }
}

/** A farm that cannot be reached now takes each back after its idle time. */
async function releaseAll(farm: () => Promise<FarmClient>, leases: ReadonlySet<string>): Promise<void> {
  if (leases.size === 0) return;
  const signal = AbortSignal.timeout(releaseMilliseconds);
  const api = await farm().catch(() => null);
  await Promise.allSettled([...leases].map((id) => api?.endSession({ id, signal })));
}
