import { findElement, isClickable } from "./match-label.ts";
import { type Outcome, type Scene, tapOn } from "./skill.ts";

const permission = ["While using the app", "Allow all the time", "Allow"];

/** What stands in the way of any goal: permission questions and apps that hang. */
export function handleDialog({ view }: Scene): Outcome | undefined {
  const { elements } = view;
  if (/permissioncontroller|packageinstaller/.test(view.package)) {
    const allow = findElement(elements, permission, { only: isClickable, atLeast: 100 });
    if (allow !== undefined) return tapOn(allow, "The app asks for a permission that it needs here.");
  }
  const hangs = elements.some((element) =>
    /isn['’]t responding|keeps stopping|has stopped/i.test(element.title),
  );
  if (!hangs) return undefined;
  const away = findElement(elements, ["Close app", "OK", "Wait"], { only: isClickable, atLeast: 100 });
  return away === undefined ? undefined : tapOn(away, "A system dialog is in the way.");
}
