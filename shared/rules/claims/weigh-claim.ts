import type { DeviceChanges } from "../../contracts/judging/device-changes.ts";
import { contradictions, isUnsaid } from "./contradictions.ts";
import { readSaid } from "./said.ts";

export interface WeighedClaim {
  readonly task: string;
  /** A person's messages and answers, and the agent's claim. */
  readonly added: string;
  readonly changes: DeviceChanges;
  /** An answer was given, or a person, a tool or another role was spoken to: the phone need not show it. */
  readonly hasOther: boolean;
  /** The app or the page in front is another one than when the job began. */
  readonly isElsewhere: boolean;
  /** The last screen shows the state of something that the task names. */
  readonly showsState: boolean;
}

/** `contradicted`: rejected by rule. `doubtful`: the completion role gets the changes that the claim does not mention. */
export type ClaimWeight =
  | { readonly kind: "contradicted"; readonly reason: string }
  | { readonly kind: "doubtful"; readonly unsaid: readonly string[] }
  | { readonly kind: "plain" };

/** Whether what changed on the device speaks against a claim of success (docs/judging.md). */
export function weighClaim(weighed: WeighedClaim): ClaimWeight {
  const { task, added, changes } = weighed;
  if (changes.kind === "unknown") return { kind: "plain" };
  if (changes.count === 0) return changes.unseen.length > 0 ? { kind: "plain" } : nothingChanged(weighed);
  const text = `${task}\n${added}`;
  const said = readSaid(text);
  for (const rule of contradictions) {
    const found = rule(changes.changes, { said, text });
    if (found !== null) return { kind: "contradicted", reason: `${found} ${whatToDo}`.slice(0, 1_000) };
  }
  const unsaid = changes.changes.filter((change) => isUnsaid(change, said)).map((change) => change.text);
  return unsaid.length === 0 ? { kind: "plain" } : { kind: "doubtful", unsaid: unsaid.slice(0, 10) };
}

const whatToDo =
  "Do what is missing and undo what was not asked for; if it is right as it is, claim again with a summary that says what you changed and why.";

/** Where a sentence may ask for something. */
const begin = String.raw`(?:^|[.,;:!?\n]|\b(?:and|then|please|to|should|must|you|me)\b)\s*`;
/** What cannot be done without something being stored. Other languages go to the completion role. */
const stores = new RegExp(
  `${begin}(?:create|add|save|send|write|delete|remove|rename|move|copy|schedule|install|uninstall|text|reply|make an?|set an? (?:alarm|timer|reminder)|start an? timer|remind)\\b`,
  "i",
);
/** What may have been so before: then the last screen shows it. */
const switches = new RegExp(
  `${begin}(?:turn|switch|enable|disable|set|change|put|activate|deactivate|increase|decrease|raise|lower|mute)\\b`,
  "i",
);

function nothingChanged({ task, hasOther, isElsewhere, showsState }: WeighedClaim): ClaimWeight {
  if (hasOther) return { kind: "plain" };
  if (isElsewhere && !stores.test(task) && (showsState || !switches.test(task)))
    return { kind: "doubtful", unsaid: ["Nothing that is stored on the phone changed."] };
  return {
    kind: "contradicted",
    reason:
      "Nothing on the phone changed: no setting, row, file or app. Do the task; if it was done before you began, open the screen that shows it and say so in 'answer'.",
  };
}
