import type { FindingKind } from "../../contracts/result/export.ts";
import { findSecrets } from "../secrets.ts";

const email = /(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.)+[a-z]{2,24}(?![\w-])/gi;
/** Reserved example names (RFC 2606). */
const nobody = /@(?:[\w-]+\.)*(?:example\.(?:com|org|net)|example|test|invalid|localhost)$/i;

/** Digits in groups, as people write a number that is called. */
const phone = /(?<![\w.:/#@-])(?:\+|\()?\d(?:[ ().-]{0,2}\d){7,16}(?![\w:/@-]|\.\d)/g;
const address = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const dateOrTime = /^\d{4}[-. ]\d{1,2}[-. ]\d{1,2}/;

/** A plain run of digits is a number of anything unless it begins as calls do. */
function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, "").length;
  if (digits < 9 || digits > 15 || address.test(text) || dateOrTime.test(text)) return false;
  return /^(?:\+|\(|0)/.test(text) || /\d[ ().-]+\d[\d]*[ ().-]+\d/.test(text);
}

const issued = /^(?:sk-|AKIA|gh[opsu]_|xox|AIza|eyJ)/;

/** How often a text holds what is private, by kind. `known`: secrets that other texts of the job named as such. */
export function findPrivate(text: string, known: readonly string[] = []): ReadonlyMap<FindingKind, number> {
  const found = new Map<FindingKind, number>();
  const count = (kind: FindingKind, times: number): void => {
    if (times > 0) found.set(kind, (found.get(kind) ?? 0) + times);
  };
  if (text.length < 3) return found;
  const secrets = new Set([...findSecrets(text), ...known.filter((secret) => text.includes(secret))]);
  const tokens = [...secrets].filter((secret) => issued.test(secret)).length;
  count("token", tokens);
  count("secret", secrets.size - tokens);
  if (text.includes("@")) count("email", (text.match(email) ?? []).filter((one) => !nobody.test(one)).length);
  count("phone", (text.match(phone) ?? []).filter(isPhone).length);
  return found;
}
