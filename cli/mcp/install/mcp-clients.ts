import path from "node:path";

/** How a client starts a server of its own machine. */
export interface McpEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface McpClient {
  readonly file: (places: Places) => string;
  /** The field of its file that holds servers by name. */
  readonly field: string;
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

/** Clients that are configured by a JSON file, as their documentation has it in 2026. */
export const mcpClients = {
  "claude-code": { file: inProject(".mcp.json"), field: "mcpServers", entry: (entry) => entry },
  "claude-desktop": { file: desktopFile, field: "mcpServers", entry: (entry) => entry },
  cursor: { file: inProject(".cursor", "mcp.json"), field: "mcpServers", entry: (entry) => entry },
  vscode: {
    file: inProject(".vscode", "mcp.json"),
    field: "servers",
    entry: (entry) => ({ type: "stdio", ...entry }),
  },
  "gemini-cli": { file: inProject(".gemini", "settings.json"), field: "mcpServers", entry: (entry) => entry },
} as const satisfies Readonly<Record<string, McpClient>>;
export type McpClientName = keyof typeof mcpClients;

function desktopFile({ home, platform }: Places): string {
  const folder: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
    darwin: ["Library", "Application Support"],
    win32: ["AppData", "Roaming"],
  };
  return path.join(home, ...(folder[platform] ?? [".config"]), "Claude", "claude_desktop_config.json");
}
