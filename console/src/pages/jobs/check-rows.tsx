import type { CheckDraft } from "./job-draft.ts";

interface CheckRowsProps {
  readonly checks: readonly CheckDraft[];
  /** By the check's place. */
  readonly problems: ReadonlyMap<number, string>;
  readonly onChange: (checks: readonly CheckDraft[]) => void;
}

/** The words of `--check`, with an example of each kind. */
const kinds = {
  setting: { label: "A setting is", example: "global/bluetooth_on=1" },
  ui: { label: "The screen shows", example: "Connected" },
  app: { label: "The app in front is", example: "com.android.settings" },
  row: { label: "A provider has", example: "content://com.android.contacts/data/phones?display_name=Ada" },
  sqlite: {
    label: "A database has",
    example: "/data/x/databases/alarms.db/alarm_templates?hour=7&minutes=30",
  },
  file: { label: "A file has", example: "/sdcard/Download/report.txt~part of its text" },
  answer: { label: "The answer has", example: "4.20" },
  external: { label: "I judge it, as", example: "looked-at" },
} as const satisfies {
  readonly [Kind in CheckDraft["kind"]]: { readonly label: string; readonly example: string };
};

/** How the device's state is judged afterwards: one line a check, all of which must pass. */
export function CheckRows({ checks, problems, onChange }: CheckRowsProps) {
  const replace = (at: number, changed: Partial<CheckDraft>): void =>
    onChange(checks.map((check, index) => (index === at ? { ...check, ...changed } : check)));
  return (
    <fieldset className="checks">
      <legend>Checks</legend>
      {checks.length === 0 && <p className="quiet">No checks: only the agent's claim is checked.</p>}
      {checks.map(({ id, kind, words }, at) => (
        <div key={id} className="check-row">
          <select
            aria-label={`Check ${at + 1}: kind`}
            value={kind}
            onChange={({ target }) => replace(at, { kind: target.value as CheckDraft["kind"] })}
          >
            {Object.entries(kinds).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <input
            aria-label={`Check ${at + 1}: expected value`}
            aria-invalid={problems.has(at)}
            placeholder={kinds[kind].example}
            value={words}
            spellCheck={false}
            onChange={({ target }) => replace(at, { words: target.value })}
          />
          <button
            type="button"
            className="bare"
            aria-label={`Remove check ${at + 1}`}
            onClick={() => onChange(checks.filter((_check, index) => index !== at))}
          >
            ✕
          </button>
          {problems.has(at) && <p className="check-problem">{problems.get(at)}</p>}
        </div>
      ))}
      <button
        type="button"
        onClick={() => onChange([...checks, { id: crypto.randomUUID(), kind: "setting", words: "" }])}
      >
        Add a check
      </button>
    </fieldset>
  );
}
