import type { DeviceChange, DeviceChanges } from "#shared/contracts/judging/device-changes.ts";
import { compareStates, type StateChange } from "#shared/rules/judging/compare-states.ts";
import { sideEffectsOf } from "#shared/rules/judging/explain-changes.ts";
import { sideEffect } from "#shared/rules/judging/side-effect.ts";
import { displayText } from "#shared/text/display-text.ts";
import { isWatchedApp } from "../judging/providers.ts";
import { maskedTexts } from "../secrets/masked-texts.ts";
import { type CommandContext, knownJob } from "./command-context.ts";
import { foundDevice } from "./found-device.ts";
import { readNow } from "./judge.ts";

const mostChanges = 40;
const mostUnseen = 20;

/** What the job changed on the device up to now, read as a judgement reads it. */
export async function compare(context: CommandContext<"compare">): Promise<DeviceChanges> {
  const job = await knownJob(context);
  const [before, after] = await Promise.all([foundDevice(context, job), readNow(context, job)]);
  if (before === null || after === null)
    return { kind: "unknown", why: "The device's content before the agent started is not known." };
  const { secrets } = context.lease;
  const { changes, unread } = compareStates(
    maskedTexts(before.state, secrets),
    maskedTexts(after.state, secrets),
  );
  const apps = [...context.device.touchedPackages].filter((name) => !isWatchedApp(name));
  const unseen = [...unread, ...apps.map((name) => `The data of ${name} cannot be read.`)];
  const told = sideEffectsOf(changes, [], job.changes);
  return {
    kind: "known",
    changes: told.slice(0, mostChanges).map(deviceChange),
    count: changes.length,
    unseen: unseen.slice(0, mostUnseen).map((sentence) => sentence.slice(0, 300).toWellFormed()),
  };
}

function deviceChange(change: StateChange): DeviceChange {
  const { kind, change: how, where, text } = sideEffect(change);
  const { row, before, after } = change;
  return {
    kind,
    change: how,
    where,
    text,
    before: row === undefined ? oneValue(before) : cellsOf(row.before),
    after: row === undefined ? oneValue(after) : cellsOf(row.after),
  };
}

const oneValue = (value: string | null) => (value === null ? null : { value: displayText(value, 300) });

type Row = NonNullable<StateChange["row"]>["after"];

const cellsOf = (row: Row): DeviceChange["after"] =>
  row === null
    ? null
    : Object.fromEntries(
        Object.entries(row).flatMap(([column, cell]) =>
          cell === null ? [] : [[column, displayText(String(cell), 300)]],
        ),
      );
