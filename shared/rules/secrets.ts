import { withSecretValues } from "../contracts/job/secret.ts";

/** What introduces a secret in everyday words, and what may stand between it and the secret. */
const introduced =
  /\b(?:password|passwort|kennwort|passcode|passphrase|contrase(?:ñ|n)a|mot de passe|pin(?: code)?|api[ _-]?key|access[ _-]?token|secret|otp)\b(?:\s+(?:is|ist|es|est|of|for \S+ is))?\s*[:=]?\s*(?:"([^"\n]{3,})"|'([^'\n]{3,})'|“([^”\n]{3,})”|(\S{3,}))/giu;
/** Keys that services issue, known by their form. */
const issued =
  /\b(?:sk-[\w-]{16,}|AKIA[A-Z0-9]{16}|gh[opsu]_\w{20,}|xox[abpr]-[\w-]{10,}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)/g;
/** A word after "password" is a secret when it looks like none of a sentence's own: "the password field", "PIN settings". */
const looksChosen = (word: string): boolean => /[\p{N}\p{P}\p{S}]/u.test(word.replace(/[.,;:!?)\]]+$/u, ""));

/** The secrets that a text seems to hold, in no certain order: passwords named as such, and keys of known forms. */
export function findSecrets(text: string): readonly string[] {
  // One that is kept elsewhere is not a secret here, whatever it is called.
  const own = withSecretValues(text, () => "…");
  const named = [...own.matchAll(introduced)].flatMap(([, double, single, curly, bare = ""]) => {
    const quoted = double ?? single ?? curly;
    if (quoted !== undefined) return [quoted];
    return looksChosen(bare) ? [bare.replace(/[.,;:!?)\]]+$/u, "")] : [];
  });
  return [...new Set([...named, ...(own.match(issued) ?? [])])].filter((secret) => secret.length >= 3);
}

/** The text without its own secrets and those of `source`, for a log. */
export const withoutSecrets = (text: string, source = ""): string => withoutFound(text, findSecrets(source));

/** The same for many texts of one source, whose secrets are found once. */
export function withoutFound(text: string, found: readonly string[]): string {
  const secrets = [...found, ...findSecrets(text)].toSorted((a, b) => b.length - a.length);
  return secrets.reduce((left, secret) => left.replaceAll(secret, "[secret]"), text);
}
