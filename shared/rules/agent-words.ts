import { Agent, AgentName } from "../contracts/job/agent.ts";

type SentAgent =
  | { readonly kind: "builtin" }
  | { readonly kind: "human"; readonly name?: string }
  | { readonly kind: "external"; readonly name: string; readonly url?: string };

/** Undefined: it is none of the forms. */
export function readAgentWords(words: string): SentAgent | undefined {
  const [kind = "", ...rest] = words.trim().split(":");
  const name = rest.join(":");
  const made = agentOf(kind, name);
  return made !== undefined && Agent.safeParse(made).success ? made : undefined;
}

function agentOf(kind: string, name: string): SentAgent | undefined {
  if (kind === "builtin" && name === "") return { kind };
  if (kind === "human") return { kind, ...(name === "" ? {} : { name }) };
  if (kind === "external") return { kind, name };
  if (kind === "url" && URL.canParse(name))
    return { kind: "external", name: nameOfHost(new URL(name)), url: name };
  return undefined;
}

/** A service without its own name is called by its host. */
const nameOfHost = ({ host }: URL): string =>
  AgentName.parse(
    host
      .toLowerCase()
      .replace(/[^a-z0-9._-]/g, "-")
      .replace(/^[^a-z0-9]+/, "")
      .slice(0, 40) || "service",
  );

/** The key that distinguishes results of different agents. */
export const agentLabel = (
  agent: { readonly kind: string; readonly name?: string | undefined } | undefined,
): string => agent?.name ?? agent?.kind ?? "builtin";
