import * as z from "zod";
import { ToolServerName } from "./tool.ts";

/** A value, or where the farm finds it: a config contains no secret. */
const Setting = z.union([
  z.string().max(4_000),
  z.strictObject({
    keySource: z
      .string()
      .regex(/^(?:env:[A-Za-z_]\w*|secret:\S+)$/, "must be env:<variable> or secret:<ARN>"),
  }),
]);

const settings = (name: RegExp, what: string) => z.record(z.string().regex(name, what), Setting).default({});

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** Its headers may carry a secret: it is sent encrypted, or not beyond this machine. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

const timeoutSeconds = z.int().min(1).max(120).default(30);

/** An MCP server of the project's config: a command whose standard input and output it speaks on, or an address. */
export const ToolServer = z.union(
  [
    z.strictObject({
      /** Started without a shell, in the folder of the config. */
      command: z.string().min(1).max(1_000),
      args: z.array(z.string().max(4_000)).max(100).default([]),
      /** Besides PATH, HOME and the like it is given nothing else of the farm's environment. */
      env: settings(/^[A-Za-z_]\w*$/, "must be the name of an environment variable"),
      timeoutSeconds,
    }),
    z.strictObject({
      url: z.string().refine(isSafeAddress, "must be https, or http on this machine, without a user"),
      headers: settings(/^[A-Za-z0-9-]{1,100}$/, "must be a header's name"),
      timeoutSeconds,
    }),
  ],
  { error: "must have a command with its args, or a url that is https or on this machine" },
);
export type ToolServer = z.infer<typeof ToolServer>;

/** By the name that is before a tool's. */
export const ToolServers = z.record(ToolServerName, ToolServer);
export type ToolServers = z.infer<typeof ToolServers>;

/** Where a server's secrets are. */
export const keySourcesOf = (server: ToolServer): readonly string[] =>
  Object.values("command" in server ? server.env : server.headers).flatMap((value) =>
    typeof value === "string" ? [] : [value.keySource],
  );
