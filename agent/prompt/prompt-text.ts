/** One part of a prompt by its name. */
export const section = (name: string, body: string): string => `<${name}>\n${body}\n</${name}>`;

export const opening = (marker: string): string => `--- ${marker} begin ---`;
export const closing = (marker: string): string => `--- ${marker} end ---`;

/** No text can spell the marker, not even one that got to know it (docs/security.md rule 2). */
export const unmarked = (marker: string, text: string): string => text.replaceAll(marker, "(marker)");

/** What a device wrote, between two lines that it cannot write. */
export const fenced = (marker: string, text: string): string =>
  [opening(marker), unmarked(marker, text), closing(marker)].join("\n");

/** Each part that there is on its own line. */
export const lines = (parts: readonly (string | false | undefined)[]): string =>
  parts
    .filter((part) => part)
    .map((part) => `${part}\n`)
    .join("");

const sectionTag = /<(\/?)([a-z_]+)>/gi;

/** What another model wrote for the agent to heed: it can spell neither the fence nor the beginning or end of a section. */
export const advice = (marker: string, text: string): string =>
  unmarked(marker, text.replace(sectionTag, "‹$1$2›"));

/** The newest failures, under the words of docs/spec.md R6. */
export const previousIssues = (marker: string, issues: readonly string[]): string =>
  section(
    "previous_issues",
    fenced(marker, ["CONTEXT - Previous issues:", ...issues.map((issue) => `- ${issue}`)].join("\n")),
  );
