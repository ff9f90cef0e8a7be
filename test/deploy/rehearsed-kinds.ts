import type { Assembly } from "./cloudformation/template.ts";
import { appliedKinds, checkedKinds } from "./resources/kinds.ts";
import { notRehearsed } from "./resources/not-rehearsed.ts";

/** What becomes of each kind of resource in some templates, as a page. */
export function rehearsedKinds(assemblies: readonly Assembly[]): string {
  const resources = assemblies.flatMap(({ stacks }) =>
    stacks.flatMap(({ template }) => Object.values(template.Resources)),
  );
  const types = [...new Set(resources.map(({ Type }) => Type))].sort();
  const section = (title: string, told: (type: string) => string | undefined): string => {
    const lines = types.flatMap((type) => told(type) ?? []);
    return `## ${title}\n\n${lines.map((line) => `- ${line}`).join("\n")}\n`;
  };
  const named = (kinds: object) => (type: string) => (type in kinds ? `\`${type}\`` : undefined);
  return [
    "# What a rehearsal does with each kind of resource\n",
    section("Made on stand-ins, and worked with", named(appliedKinds)),
    section("Checked: what it names is there, and nothing is made of it", named(checkedKinds)),
    section("Not rehearsed", (type) =>
      type in notRehearsed ? `\`${type}\`: ${notRehearsed[type]}` : undefined,
    ),
  ].join("\n");
}
