/** Values by their names. */
export type SecretValues = ReadonlyMap<string, string>;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Shorter ones are parts of other words and numbers too often: they count where they stand alone. */
const shortest = 4;

/** A field may write a number in groups, begin with a capital, or put it into an address. */
function forms(value: string): readonly string[] {
  const isNumber = /^\d{6,}$/.test(value);
  const plain = isNumber ? [...value].join("[\\s\\u00a0.-]?") : escaped(value).replace(/\s+/g, "\\s+");
  const inAddress = [
    encodeURIComponent(value.toWellFormed()),
    new URLSearchParams({ v: value }).toString().slice(2),
  ];
  return [plain, ...inAddress.filter((form) => form !== value).map(escaped)];
}

function pattern(value: string): RegExp {
  const any = forms(value).join("|");
  return new RegExp(
    [...value].length < shortest ? `(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])` : any,
    "giu",
  );
}

/** The text with what `referenceOf` answers in place of every value, the longest first: one may be part of another. */
export function maskSecrets(
  text: string,
  secrets: SecretValues,
  referenceOf: (name: string) => string,
): string {
  const longestFirst = [...secrets].toSorted(([, one], [, other]) => other.length - one.length);
  return longestFirst.reduce(
    (left, [name, value]) => left.replace(pattern(value), () => referenceOf(name)),
    text,
  );
}

const lettersAndDigits = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * As maskSecrets, for a command line, where quoting for a shell, for SQL and for both may stand between the characters of a
 * value: a line that may hold one so is not told at all.
 */
export function maskSecretsInCommand(
  line: string,
  secrets: SecretValues,
  referenceOf: (name: string) => string,
): string {
  const masked = maskSecrets(line, secrets, referenceOf);
  const rest = [...secrets.keys()].reduce((left, name) => left.replaceAll(referenceOf(name), " "), masked);
  const bare = lettersAndDigits(rest);
  const held = [...secrets].find(([, value]) => {
    const wanted = lettersAndDigits(value);
    return [...wanted].length >= shortest && bare.includes(wanted);
  });
  return held === undefined ? masked : `[a command with ${referenceOf(held[0])}]`;
}

const attribute = /(\s[\w:-]+=)"([^"]*)"/g;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

const encoded = (text: string): string =>
  text.replace(/[&<>"'\n\r\t]/g, (character) => `&#${character.codePointAt(0)};`);

/** As maskSecrets, in the values of all attributes of a UI hierarchy. */
export function maskSecretsInXml(
  xml: string,
  secrets: SecretValues,
  referenceOf: (name: string) => string,
): string {
  return xml.replace(attribute, (whole, name: string, value: string) => {
    const text = decoded(value);
    const masked = maskSecrets(text, secrets, referenceOf);
    return masked === text ? whole : `${name}"${encoded(masked)}"`;
  });
}
