import { expect, it } from "vitest";
import { checkTools } from "#cli/doctor/check-tools.ts";
import { ToolServers } from "#shared/contracts/agent/tool-server.ts";
import { stdioServer } from "../../shared/mcp/start-tool-servers.ts";

const checked = (servers: unknown, environment = {}) =>
  checkTools({ mcp: { servers: ToolServers.parse(servers) }, file: null }, environment);

it("the doctor asks each MCP server of the config what it offers, and says what is wrong with one that does not answer", async () => {
  const findings = await checked({
    notes: stdioServer(),
    keyed: stdioServer({ API_KEY: { keySource: "env:NO_SUCH_KEY" } }),
    far: stdioServer({ API_KEY: { keySource: "secret:arn" } }),
    gone: { command: "no-such-command" },
  });
  expect(findings).toMatchObject([
    { check: "mcp notes", status: "ok", detail: expect.stringContaining("notes/read_note") },
    { check: "mcp keyed", status: "fail", detail: expect.stringContaining("NO_SUCH_KEY is not set") },
    { check: "mcp far", status: "warn" },
    { check: "mcp gone", status: "fail", remedy: expect.stringContaining("mcp.servers.gone") },
  ]);
});
