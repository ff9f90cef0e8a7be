import type { AppFacts } from "#shared/contracts/device/device-facts.ts";
import { plainName } from "#shared/screen/find-app.ts";
import { displayText } from "#shared/text/display-text.ts";

/** More are rarely on a device, and a model asks for one by its name all the same. */
const mostApps = 60;

interface Telling {
  /** Each app's package; otherwise only where the label alone would not do. */
  readonly packages?: boolean;
}

/** One line for each app: its label, its package, and what it is for where that is known. The task's own apps come first. */
export function describeApps(
  apps: readonly AppFacts[],
  task: string,
  { packages = false }: Telling = {},
): string {
  const asked = ` ${plainName(task)} `;
  const isNamed = ({ label }: AppFacts): boolean => asked.includes(` ${plainName(label)} `);
  const useful = [...apps.filter(isNamed), ...apps.filter((app) => !isNamed(app))];
  const lines = useful.slice(0, mostApps).map((app) => {
    const isAlone =
      !packages &&
      apps.every(({ label, package: name }) => name === app.package || !sameLabel(label, app.label));
    const name = isAlone ? app.label : `${app.label} (${app.package})`;
    return app.description ? `${name} -- ${displayText(app.description, 80)}` : name;
  });
  const left = apps.length - lines.length;
  return [...lines, ...(left > 0 ? [`(and ${left} more)`] : [])].join("\n");
}

const sameLabel = (one: string, other: string): boolean => plainName(one) === plainName(other);
