import type { VirtualDevice } from "../../system/device.ts";

const help = [
  "Window Manager Shell commands:",
  "  help",
  "      Print this help text.",
  "  <no arguments provided>",
  "    Dump all Window Manager Shell internal state",
  "  splitscreen",
  "    moveToSideStage <taskId> <SideStagePosition>",
  "      Move a task with given id in split-screen mode.",
  "    removeFromSideStage <taskId>",
  "      Remove a task with given id in split-screen mode.",
  "    setSideStagePosition <SideStagePosition>",
  "      Sets the position of the side-stage.",
  "    switchSplitPosition",
  "      Reverse the split.",
  "    exitSplitScreen <taskId>",
  "      Exits split screen and leaves the provided split task on top.",
];

const framed = (lines: readonly string[]): string =>
  [
    "SERVICE com.android.systemui/.SystemUIService 71a3e0e pid=812 user=0",
    "  Client:",
    "    com.android.systemui.wmshell.WMShell:",
    "    ----------------------------------------------------------------------------",
    ...lines.map((line) => `    ${line}`),
    "",
  ].join("\n");

/**
 * `dumpsys activity service SystemUIService WMShell …`, Android 14: what SystemUI's window manager shell does at a shell's word. It
 * prints nothing on success, and otherwise the error as text.
 */
export function windowManagerShell(args: readonly string[], { activities }: VirtualDevice): string {
  const [group = "", action = "", taskId, position = "1"] = args;
  if (group === "" || group === "help") return framed(help);
  if (group !== "splitscreen") return framed([`Invalid command: ${group}`]);
  const task = Number(taskId);
  const named = taskId !== undefined && Number.isInteger(task);
  switch (action) {
    case "moveToSideStage":
      // Both arguments, although the second has a default: so Android 14 counts them.
      if (!named || args.length < 4) return framed(["Error: task id should be provided as arguments"]);
      activities.splitWith(task, Number(position));
      return framed([]);
    case "removeFromSideStage":
    case "exitSplitScreen":
      if (!named) return framed(["Error: task id should be provided as arguments"]);
      activities.exitSplit(action === "exitSplitScreen" ? { kept: task } : { dropped: task });
      return framed([]);
    default:
      return framed([`Invalid command: ${action}`]);
  }
}
