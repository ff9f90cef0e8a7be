import type { TypedSecrets } from "./typed-secrets.ts";

/** The value with secrets masked wherever it holds text: whole ones in names of fields too, which may be paths of a device. */
export function maskedTexts<Value>(value: Value, secrets: TypedSecrets): Value {
  return secrets.isEmpty ? value : (mask(value, secrets) as Value);
}

/** What these fields hold is a contract's, in which a run of a value may stand by chance. */
const contractWords: ReadonlySet<string> = new Set(["kind", "affinity"]);

function mask(value: unknown, secrets: TypedSecrets): unknown {
  if (typeof value === "string") return secrets.text(value);
  if (typeof value === "number") {
    const text = String(value);
    const told = secrets.text(text);
    return told === text ? value : told;
  }
  if (Array.isArray(value)) return value.map((item) => mask(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      secrets.name(name),
      contractWords.has(name) ? field : mask(field, secrets),
    ]),
  );
}
