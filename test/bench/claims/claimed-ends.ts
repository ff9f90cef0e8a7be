import { readdirSync } from "node:fs";
import type { SentLine } from "#cli/tasks/expand-tasks.ts";
import { readTasksFile } from "../../../cli/batch/tasks-options.ts";
import { requestOf } from "../../suite/phone-stage.ts";

/** An end of a task of the suite, claimed as done. */
export interface ClaimedEnd {
  readonly name: string;
  readonly line: SentLine;
  /** The tasks file that it is of. */
  readonly file: string;
  /** Lines of the device's shell: those that set it up, then those that are the end. */
  readonly setUp: readonly string[];
  readonly end: readonly string[];
}

const files = readdirSync("tasks").filter((name) => name.endsWith(".yaml"));

/** All ends of the suite: doing nothing, each wrong end, each solution. */
export async function claimedEnds(): Promise<readonly ClaimedEnd[]> {
  const read: { readonly file: string; readonly line: SentLine }[] = [];
  for (const file of files) {
    const { lines } = await readTasksFile(`tasks/${file}`, { audit: true });
    read.push(...lines.map((line) => ({ file, line })));
  }
  const commandsOf = (line: SentLine) => requestOf(line).prepare?.commands ?? [];
  const setUps = new Map(
    read
      .filter(({ line }) => line.variant === "nothing")
      .map(({ line }) => [line.taskId, commandsOf(line).length]),
  );
  return read.map(({ file, line }) => {
    const [commands, setUp] = [commandsOf(line), setUps.get(line.taskId) ?? 0];
    return {
      name: `${line.taskId.split(".")[0]} ${line.variant}`,
      line,
      file,
      setUp: commands.slice(0, setUp),
      end: commands.slice(setUp),
    };
  });
}

const apps: Readonly<Record<string, string>> = {
  "calendar.yaml": "com.android.calendar",
  "clock.yaml": "com.android.deskclock",
  "contacts.yaml": "com.android.contacts",
  "files.yaml": "com.android.documentsui",
  "messages.yaml": "com.android.messaging",
  "music.yaml": "org.drover.music",
  "notes.yaml": "org.drover.notes",
  "phone.yaml": "com.android.dialer",
  "shop.yaml": "org.drover.shop",
};

/** The app that an agent would have opened; of tasks of several apps, as of those of the settings, Settings. */
export const appOf = ({ file }: ClaimedEnd): string => apps[file] ?? "com.android.settings";

/** The first three tasks of each of these apps that change something, wrongly done, and the first of each not done at all. */
const wrong =
  "alarm alarm-label alarm-weekdays contact contact-full number-changed bluetooth-on wifi-off airplane-mode send delete-conversation reply file-delete file-rename folder-rename";
const undone = "alarm contact bluetooth-on send file-delete";

/** Twenty false claims. */
export const isOfTwenty = ({ name }: ClaimedEnd): boolean =>
  wrong.split(" ").some((task) => name === `${task} wrong`) ||
  undone.split(" ").some((task) => name === `${task} nothing`);
