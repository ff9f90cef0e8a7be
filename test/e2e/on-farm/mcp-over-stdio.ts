import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { droverCommand } from "../../drover-command.ts";
import { on } from "./one-farm.ts";

/** A client of a `drover mcp` of its own, which ends with it. */
export async function overStdio(...flags: readonly string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const args = [droverCommand, "mcp", "--dir", on.dir, ...flags];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  // The client holds answers to the schemas of tools that it has listed.
  await client.listTools();
  return client;
}
