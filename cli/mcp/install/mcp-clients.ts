import path from "node:path";

/** How a client starts its own server machine. */
export interface McpEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface McpClient {
  readonly file: (places: Places) => string;
  /** The field of its file that holds servers by name. */
  readonly field: string;
  /** A file of the project, which its team commits; else one person's on one machine. */
  readonly shared: boolean;
  /** Absent: JSON, with comments where its users write some. */
  readonly format?: "toml";
  readonly entry: (entry: McpEntry) => object;
}

export interface Places {
  readonly project: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

const inProject =
  (...parts: readonly string[]) =>
  ({ project }: Places): string =>
    path.join(project, ...parts);

const inHome =
  (...parts: readonly string[]) =>
  ({ home }: Places): string =>
    path.join(home, ...parts);

const asItIs = (entry: McpEntry): object => entry;

/** Clients that are configured by a file, as their documentation has it in November 2026. */
export const mcpClients = {
  "claude-code": { file: inProject(".mcp.json"), field: "mcpServers", shared: true, entry: asItIs },
  "claude-desktop": { file: desktopFile, field: "mcpServers", shared: false, entry: asItIs },
  // Read in projects that their user trusts.
  codex: {
    file: inProject(".codex", "config.toml"),
    field: "mcp_servers",
    shared: true,
    format: "toml",
    entry: asItIs,
  },
  cursor: { file: inProject(".cursor", "mcp.json"), field: "mcpServers", shared: true, entry: asItIs },
  "gemini-cli": {
    file: inProject(".gemini", "settings.json"),
    field: "mcpServers",
    shared: true,
    entry: asItIs,
  },
  vscode: {
    file: inProject(".vscode", "mcp.json"),
    field: "servers",
    shared: true,
    entry: (entry) => ({ type: "stdio", ...entry }),
  },
  windsurf: {
    file: inHome(".codeium", "windsurf", "mcp_config.json"),
    field: "mcpServers",
    shared: false,
    entry: asItIs,
  },
  zed: { file: inProject(".zed", "settings.json"), field: "context_servers", shared: true, entry: asItIs },
} as const satisfies Readonly<Record<string, McpClient>>;
export type McpClientName = keyof typeof mcpClients;

function desktopFile({ home, platform }: Places): string {
  const folder: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
    darwin: ["Library", "Application Support"],
    win32: ["AppData", "Roaming"],
  };
  return path.join(home, ...(folder[platform] ?? [".config"]), "Claude", "claude_desktop_config.json");
}
