/** A clause that is done only when something turned out so. */
interface Condition {
  readonly clause: string;
  /** What the state must be; absent: it is done in any case. */
  readonly only?: "on" | "off";
  /** It asks for that state. */
  readonly isState?: true;
}

const onOff = "(?:turned |switched )?(?<state>on|off|enabled|disabled)";
const checks = new RegExp(
  `^(?:check|see|find out|look)\\s+(?:whether|if)\\s+(?<name>.+?)\\s+is\\s+${onOff}(?:\\s+or\\s+(?:on|off|not))?$`,
  "i",
);
const ifIs = new RegExp(`^if\\s+(?<name>.+?)\\s+is\\s+(?:currently\\s+)?${onOff}$`, "i");

const stateOf = (word: string | undefined): "on" | "off" =>
  /^(?:on|enabled)$/i.test(word ?? "") ? "on" : "off";
const other = (state: "on" | "off"): "on" | "off" => (state === "on" ? "off" : "on");

/** The clauses with the question before those that hang on it: "If Bluetooth is on, turn it off. If it is off, …". */
export function conditioned(clauses: readonly string[]): readonly Condition[] {
  const result: Condition[] = [];
  let name: string | undefined;
  let asked: "on" | "off" = "on";
  let only: "on" | "off" | undefined;
  for (const [index, said] of clauses.entries()) {
    const hangs = /^(?:if|otherwise|else)\b/i.test(clauses[index + 1] ?? "");
    const question = (hangs ? checks.exec(said)?.groups : undefined) ?? ifIs.exec(said)?.groups;
    const isAgain = name !== undefined && /^(?:it|that)$/i.test(question?.name ?? "");
    if (question !== undefined) {
      const state = stateOf(question.state);
      if (!isAgain) {
        name = question.name;
        result.push({ clause: `is ${name} on or off`, isState: true });
      }
      asked = isAgain ? asked : state;
      only = checks.test(said) ? undefined : state;
      continue;
    }
    if (name === undefined) {
      result.push({ clause: said });
      continue;
    }
    if (/^if\s+(?:so|it is|yes)$/i.test(said)) {
      only = asked;
      continue;
    }
    if (/^if\s+(?:not|no|it is not|it isn't)$/i.test(said)) {
      only = other(asked);
      continue;
    }
    const otherwise = /^(?:otherwise|else|if not|or else),?\s+(.+)$/i.exec(said)?.[1];
    if (otherwise !== undefined) only = other(only ?? asked);
    const bare = (otherwise ?? said).replace(/\s+instead$/i, "").replace(/^if so,?\s+/i, "");
    const clause = bare.replace(/\b(?:it|that)\b/i, name);
    result.push(only === undefined ? { clause: said } : { clause, only });
  }
  return result;
}
