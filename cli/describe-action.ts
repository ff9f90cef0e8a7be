import type { Step } from "#shared/contracts/step.ts";

/** A step's action in a few words for people, for example `tap "Bluetooth"` or `type "Ada"`. */
export function describeAction(step: Pick<Step, "action" | "element">): string {
  const { action, element } = step;
  const on =
    element ??
    ("coordinate" in action && action.coordinate
      ? `at ${action.coordinate.map((n) => n.toFixed(2)).join(", ")}`
      : "");
  switch (action.action) {
    case "type":
      return `type ${JSON.stringify(action.text)}${on ? ` into ${on}` : ""}`;
    case "key":
      return `key ${action.key}`;
    case "open_app":
      return `open ${action.package}`;
    case "open_url":
      return `open ${action.url}`;
    case "scroll":
      return `scroll ${action.direction}`;
    case "wait":
      return `wait ${action.duration} ms`;
    case "swipe":
    case "drag":
      return `${action.action} ${action.start.map((n) => n.toFixed(2)).join(", ")} → ${action.end.map((n) => n.toFixed(2)).join(", ")}`;
    case "FINISH":
      return `finish: ${action.status}${action.answer ? `, answer ${JSON.stringify(action.answer)}` : ""}`;
    case "ask_user":
      return `ask: ${action.question}`;
    case "mcp_call":
      return `call ${action.tool}`;
    default:
      return `${action.action.replace("_", " ")}${on ? ` ${on}` : ""}`;
  }
}
