import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mcpClients } from "../../../cli/mcp/install/mcp-clients.ts";
import { commandLineHere } from "../command-line-here.ts";

let project: string;
beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), "drover-mcp-install-"));
});
afterEach(() => rm(project, { recursive: true, force: true }));

const install = (client: string, ...more: readonly string[]) =>
  commandLineHere("mcp", "install", client, "--project", project, ...more);

describe("drover mcp install", () => {
  it("writes a server that a client can start, and leaves what else its file holds", async () => {
    const file = path.join(project, ".cursor/mcp.json");
    await mkdir(path.dirname(file));
    await writeFile(file, JSON.stringify({ theme: "dark", mcpServers: { other: { command: "x" } } }));
    expect(await install("cursor", "--dir", path.join(project, "farm"), "--read-only")).toMatchObject({
      code: 0,
    });
    const written = JSON.parse(await readFile(file, "utf8"));
    expect(written).toMatchObject({ theme: "dark", mcpServers: { other: { command: "x" } } });
    const { command, args } = written.mcpServers.drover;
    expect(command).toBe(process.execPath);
    expect(args.slice(1)).toEqual(["mcp", "--dir", path.join(project, "farm"), "--read-only"]);
    expect(await readFile(args[0], "utf8")).toContain("drover");
  });

  it("prints instead of writing when asked to", async () => {
    const { stdout, stderr } = await install("vscode", "--print");
    expect(JSON.parse(stdout).servers.drover.type).toBe("stdio");
    expect(stderr).toContain(path.join(project, ".vscode/mcp.json"));
    await expect(readFile(path.join(project, ".vscode/mcp.json"))).rejects.toThrow("ENOENT");
  });

  it.each(["{ // mine\n}", "[]", '{"mcpServers": 3}'])(
    "leaves a file alone that it cannot read whole: %s",
    async (text) => {
      await writeFile(path.join(project, ".mcp.json"), text);
      const { code, stderr } = await install("claude-code");
      expect(code).toBe(2);
      expect(stderr).toContain("--print");
      expect(await readFile(path.join(project, ".mcp.json"), "utf8")).toBe(text);
    },
  );

  it("names the clients that it knows", async () => {
    const { code, stderr } = await install("netscape");
    expect(code).toBe(2);
    for (const client of Object.keys(mcpClients)) expect(stderr).toContain(client);
  });

  it.each(["claude-code", "cursor", "vscode"] as const)(
    "has an example for %s of the form that it writes",
    async (client) => {
      const { stdout } = await install(client, "--print");
      const example = JSON.parse(await readFile(`examples/mcp/${client}.mcp.json`, "utf8"));
      const { command: _command, args: _args, ...form } = JSON.parse(stdout)[mcpClients[client].field].drover;
      expect(example).toEqual({
        [mcpClients[client].field]: { drover: { ...form, command: "npx", args: ["drover", "mcp"] } },
      });
    },
  );
});
