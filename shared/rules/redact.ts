import { findSecrets, withoutFound } from "./secrets.ts";

/** Names of fields whose values are always secret. */
const secretField =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[-_]?key|password|passphrase|secret|secretAccessKey|sessionToken|accessToken|refreshToken|idToken|taskToken|token|promptMarker)$/i;
const longestText = 50_000;
const deepest = 30;
const mostItems = 1_000;

interface RedactOptions {
  /** Texts whose own secrets are taken out wherever they come again, such as a job's task. */
  readonly source?: string;
  /** Of the job's prompts, which no text may spell; "[marker]" wherever it occurs. */
  readonly marker?: string | undefined;
  /** Characters of one text; the rest is cut. */
  readonly maximumText?: number;
}

/**
 * A value as it may be logged or kept for debugging: without keys, tokens, passwords that are named as such, and pictures;
 * bounded in depth and in the length of its parts (docs/security.md rule 3).
 */
export function redact(value: unknown, { source = "", ...options }: RedactOptions = {}): unknown {
  return redacted(value, { ...options, found: findSecrets(source) }, 0);
}

/** The fields of a log line. */
export const redactFields = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(redact(fields) as object));

interface Redaction extends Omit<RedactOptions, "source"> {
  /** The source's secrets. */
  readonly found: readonly string[];
}

function redacted(value: unknown, options: Redaction, depth: number): unknown {
  if (typeof value === "string") return redactText(value, options);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`;
  if (depth >= deepest) return "[too deep]";
  if (Array.isArray(value))
    return value.slice(0, mostItems).map((item) => redacted(item, options, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      secretField.test(name) && typeof field === "string" ? "[secret]" : redacted(field, options, depth + 1),
    ]),
  );
}

/** Base64 of a picture, or of what a model thought and signed: long, without a blank, of no use to a reader. */
const encoded = /^[A-Za-z0-9+/_-]{1000,}={0,2}$/;

function redactText(text: string, options: Redaction): string {
  const { found, marker, maximumText = longestText } = options;
  if (encoded.test(text)) return `[${text.length} encoded characters]`;
  const unmarked = marker === undefined ? text : text.replaceAll(marker, "[marker]");
  const kept = withoutFound(unmarked, found);
  if (kept.length <= maximumText) return kept;
  return `${kept.slice(0, maximumText).toWellFormed()}… [${kept.length - maximumText} more characters]`;
}

/** A word as a POSIX shell reads it, quoted or not. */
const shellWord = String.raw`(?:'[^']*'|\\.|[^\s'\\])+`;
const typed = new RegExp(
  String.raw`(\binput (?:keyboard )?text |\bADB_INPUT_(?:B64|TEXT) --es msg |\bclipper\.set -e text )(${shellWord})`,
  "g",
);

/** A device's command line without what is typed by it, which may be a password: only its length is shown. */
export const withoutTypedText = (line: string): string =>
  line.replace(typed, (_whole, command: string, text: string) => `${command}[${text.length} characters]`);
