import type { ShellCommand } from "#shared/actions/device-port.ts";
import type { NetworkState } from "#shared/contracts/judging/compared-state.ts";

/** Android 5 and later write `Active default network: 100`, or `none`. */
export const askNetwork: ShellCommand = {
  pipeline: [
    ["dumpsys", "connectivity"],
    ["grep", "-m", "1", "Active default network"],
  ],
};

export const parseNetwork = (output: string): NetworkState => {
  const said = /Active default network: *(\S+)/.exec(output)?.[1];
  if (said === undefined) return "unknown";
  return said === "none" ? "none" : "connected";
};
