import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "smol-toml";
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
  it("writes a command for a team's file that names nothing of this machine, and leaves what else it holds", async () => {
    const file = path.join(project, ".cursor/mcp.json");
    await mkdir(path.dirname(file));
    await writeFile(file, JSON.stringify({ theme: "dark", mcpServers: { other: { command: "x" } } }));
    expect(await install("cursor", "--dir", path.join(project, "farm"), "--read-only")).toMatchObject({
      code: 0,
    });
    const written = JSON.parse(await readFile(file, "utf8"));
    expect(written).toMatchObject({ theme: "dark", mcpServers: { other: { command: "x" } } });
    expect(written.mcpServers.drover).toEqual({
      command: "npx",
      args: ["-y", "@drover/cli", "mcp", "--dir", "farm", "--read-only"],
    });
  });

  it("writes this machine's own paths into a file of this machine alone", async () => {
    const { stdout, stderr } = await install("windsurf", "--dir", path.join(project, "farm"), "--print");
    const { command, args } = JSON.parse(stdout).mcpServers.drover;
    expect(command).toBe(process.execPath);
    expect(args.slice(1)).toEqual(["mcp", "--dir", path.join(project, "farm")]);
    expect(await readFile(args[0], "utf8")).toContain("drover");
    expect(stderr).toContain(".codeium/windsurf/mcp_config.json");
  });

  it("starts Drover's own launcher in Drover's repository", async () => {
    const { stdout } = await commandLineHere("mcp", "install", "claude-code", "--print");
    expect(JSON.parse(stdout).mcpServers.drover).toEqual({ command: "node", args: ["bin/drover.js", "mcp"] });
  });

  it("prints instead of writing when asked to", async () => {
    const { stdout, stderr } = await install("vscode", "--print");
    expect(JSON.parse(stdout).servers.drover.type).toBe("stdio");
    expect(stderr).toContain(path.join(project, ".vscode/mcp.json"));
    await expect(readFile(path.join(project, ".vscode/mcp.json"))).rejects.toThrow("ENOENT");
  });

  it("keeps the comments of Zed's settings, and trailing commas", async () => {
    const file = path.join(project, ".zed/settings.json");
    await mkdir(path.dirname(file));
    await writeFile(file, '// Ours.\n{\n  "tab_size": 2, // two\n  "context_servers": {},\n}\n');
    for (const times of ["once", "again"]) expect((await install("zed")).code, times).toBe(0);
    const text = await readFile(file, "utf8");
    expect(text).toContain("// Ours.");
    expect(text).toContain('"tab_size": 2, // two');
    expect(text.match(/"drover":/g)).toHaveLength(1);
    expect(text).toMatch(/"context_servers": \{\s+"drover": \{\s+"command": "npx"/);
  });

  it("adds a table to Codex's TOML, replaces it the next time, and keeps the rest as it was written", async () => {
    const file = path.join(project, ".codex/config.toml");
    await mkdir(path.dirname(file));
    const others = '# Ours.\nmodel = "o" # the best\n\n[mcp_servers.other]\ncommand = "x"\n';
    const old = '\n[mcp_servers.drover]\ncommand = "old"\n[mcp_servers.drover.env]\nA = "b"\n';
    await writeFile(file, `${others}${old}\n[last]\nkept = [1, 2]\n`);
    expect((await install("codex")).code).toBe(0);
    const text = await readFile(file, "utf8");
    expect(text).toContain(others);
    expect(parse(text)).toEqual({
      model: "o",
      mcp_servers: {
        other: { command: "x" },
        drover: { command: "npx", args: ["-y", "@drover/cli", "mcp", "--dir", expect.any(String)] },
      },
      last: { kept: [1, 2] },
    });
    await writeFile(file, 'mcp_servers = { drover = { command = "x" } }\n');
    const inline = await install("codex");
    expect(inline).toMatchObject({ code: 2, stderr: expect.stringContaining("--print") });
  });

  it.each(["{ // mine\n", "[]", '{"mcpServers": 3}'])(
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
    "has an example for %s of what it writes into a project",
    async (client) => {
      const { stdout } = await install(client, "--dir", path.join(project, ".drover"), "--print");
      const example = JSON.parse(await readFile(`examples/mcp/${client}.mcp.json`, "utf8"));
      expect(JSON.parse(stdout)).toEqual(example);
    },
  );
});
