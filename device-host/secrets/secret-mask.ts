import { secretReference } from "#shared/contracts/job/secret.ts";
import { barrier, foldText } from "../observe/text/folded-text.ts";

/** Values by their names. */
export type SecretValues = ReadonlyMap<string, string>;

/** Shorter values are parts of other words and numbers too often: they count where they stand alone. */
const shortest = 4;
/** So many characters in a row that a value contains are masked wherever they stand: of its letters and digits, and of all but its white space. */
const runLength = 5;
const runKinds = ["bare", "dense"] as const;
type RunKind = (typeof runKinds)[number];
/** Keys that stand side by side are no value, though one may be typed by going along them. */
const keys = "1234567890 0123456789 7894561230 abcdefghijklmnopqrstuvwxyz qwertyuiop asdfghjkl zxcvbnm";

interface Secret extends Readonly<Record<RunKind, string>> {
  readonly name: string;
  /** As it is compared whole: as it stands, and in an address. */
  readonly forms: readonly string[];
}

/** From one character to before another something of a secret is seen. */
interface Found {
  readonly secret: Secret;
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
}

export interface Masked {
  readonly text: string;
  /** Of the secrets that something was seen of. */
  readonly names: readonly string[];
  /** One of them was to be seen whole, here or going on from here. */
  readonly isWhole: boolean;
}

function secretOf(name: string, value: string): Secret {
  const inAddress = [
    encodeURIComponent(value.toWellFormed()),
    `${new URLSearchParams({ v: value })}`.slice(2),
  ];
  const forms = [value, ...inAddress].map((form) => foldText(form.trim(), "visible").text);
  const [bare, dense] = [foldText(value, "bare").text, foldText(value, "dense").text];
  return { name, bare, dense, forms: [...new Set(forms)].filter((form) => form !== "") };
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Takes out of texts the values of secrets, and every run of five characters that one of them contains. */
export class SecretMask {
  readonly #secrets: readonly Secret[];
  readonly #runs: Readonly<Record<RunKind, ReadonlyMap<string, ReadonlySet<Secret>>>>;
  readonly #references: RegExp;

  constructor(secrets: SecretValues) {
    this.#secrets = [...secrets].map(([name, value]) => secretOf(name, value));
    this.#references = new RegExp([...secrets.keys()].map(secretReference).join("|") || "$^", "g");
    const signed = this.#secrets.filter(({ bare, dense }) => dense !== bare);
    this.#runs = { bare: runsOf(this.#secrets, "bare"), dense: runsOf(signed, "dense") };
  }

  text(text: string): string {
    return this.texts([text])[0]?.text ?? "";
  }

  /** Only where a value stands whole: for what a run of five may be in by chance, and what must stay what it is. */
  whole(text: string): string {
    return masked([text], this.#wholesIn(this.#readable(text), new Set()))[0]?.text ?? "";
  }

  /** Texts that stand one after the other: what continues from one to the next is seen too. */
  texts(texts: readonly string[]): readonly Masked[] {
    const joined = this.#readable(texts.join(""));
    const seams = new Set<number>();
    let length = 0;
    for (const text of texts) {
      seams.add(length);
      length += text.length;
    }
    const runs = runKinds.flatMap((kind) => this.#runsIn(kind, joined, seams));
    return masked(texts, [...this.#wholesIn(joined, seams), ...runs]);
  }

  /**
   * A command line, where quoting for a shell, for SQL and for both may stand between the characters of a value: one that may
   * hold it so is not told at all.
   */
  command(line: string): string {
    const rest = foldText(this.#readable(this.whole(line)), "bare").text;
    const held = this.#secrets.find(({ bare }) => bare.length >= shortest && rest.includes(bare));
    return held === undefined ? this.text(line) : `[a command with ${secretReference(held.name)}]`;
  }

  /** What is masked already is not text any more. */
  #readable(text: string): string {
    return text
      .replaceAll(barrier, " ")
      .replace(this.#references, (reference) => barrier.repeat(reference.length));
  }

  #wholesIn(joined: string, seams: ReadonlySet<number>): readonly Found[] {
    const { text, from, to } = foldText(joined, "visible");
    const endsAt = (at: number): boolean => seams.has(from[at] ?? 0) || !letterOrDigit.test(text.charAt(at));
    const beginsAt = (at: number): boolean =>
      seams.has(from[at] ?? 0) || !letterOrDigit.test(text.charAt(at - 1));
    const found: Found[] = [];
    for (const secret of this.#secrets) {
      for (const form of secret.forms) {
        for (let end = 0, at = text.indexOf(form); at >= 0; at = text.indexOf(form, end)) {
          end = at + form.length;
          if (form.length < shortest && !(beginsAt(at) && endsAt(end))) continue;
          const place = { from: from[at] ?? 0, to: to[end - 1] ?? 0 };
          const inside = seamsIn(place, seams);
          // A short one in two texts may be a time or a date; in boxes of one character each it is a code.
          if (inside > 0 && form.length < runLength && inside < form.length - 1) continue;
          if (inside === 0 || !keys.includes(form))
            found.push({ secret, ...place, isWhole: form.length >= shortest });
        }
      }
    }
    return found;
  }

  #runsIn(kind: RunKind, joined: string, seams: ReadonlySet<number>): readonly Found[] {
    const known = this.#runs[kind];
    if (known.size === 0) return [];
    const { text, from, to } = foldText(joined, kind);
    const runs: { readonly secret: Secret; readonly first: number; end: number }[] = [];
    const latest = new Map<Secret, (typeof runs)[number]>();
    for (let first = 0; first + runLength <= text.length; first += 1) {
      const end = first + runLength;
      for (const secret of known.get(text.slice(first, end)) ?? []) {
        const before = latest.get(secret);
        if (before !== undefined && before.end > first) before.end = end;
        else {
          const run = { secret, first, end };
          runs.push(run);
          latest.set(secret, run);
        }
      }
    }
    return runs.flatMap(({ secret, first, end }) => {
      const place = { from: from[first] ?? 0, to: to[end - 1] ?? 0 };
      if (seamsIn(place, seams) > 0 && keys.includes(text.slice(first, end))) return [];
      return [{ secret, ...place, isWhole: end - first >= secret[kind].length }];
    });
  }
}

function runsOf(secrets: readonly Secret[], kind: RunKind): ReadonlyMap<string, ReadonlySet<Secret>> {
  const runs = new Map<string, Set<Secret>>();
  for (const secret of secrets) {
    for (let at = 0; at + runLength <= secret[kind].length; at += 1) {
      const run = secret[kind].slice(at, at + runLength);
      runs.set(run, (runs.get(run) ?? new Set()).add(secret));
    }
  }
  return runs;
}

function seamsIn({ from, to }: Pick<Found, "from" | "to">, seams: ReadonlySet<number>): number {
  let count = 0;
  for (let at = from + 1; at < to; at += 1) if (seams.has(at)) count += 1;
  return count;
}

/** The texts with a reference in place of what was found: of what is of two secrets, to the one that it is more of. */
function masked(texts: readonly string[], found: readonly Found[]): readonly Masked[] {
  if (found.length === 0) return texts.map((text) => ({ text, names: [], isWhole: false }));
  const owners: (Found | undefined)[] = [];
  const inOrder = found.toSorted(
    (one, other) =>
      one.to - one.from - (other.to - other.from) || other.secret.bare.length - one.secret.bare.length,
  );
  for (const each of inOrder) for (let at = each.from; at < each.to; at += 1) owners[at] = each;
  let at = 0;
  return texts.map((text) => {
    const here = new Set<Found>();
    let told = "";
    let before: Secret | undefined;
    for (const end = at + text.length, start = at; at < end; at += 1) {
      const owner = owners[at];
      if (owner === undefined) told += text.charAt(at - start);
      else if (owner.secret !== before) told += secretReference(owner.secret.name);
      if (owner !== undefined) here.add(owner);
      before = owner?.secret;
    }
    const names = [...new Set([...here].map(({ secret }) => secret.name))];
    return { text: told, names, isWhole: [...here].some(({ isWhole }) => isWhole) };
  });
}
