/**
 * One attribute as Android's KXmlSerializer writes it: in single quotes when the value holds a double quote, line ends and
 * characters beyond the basic plane as decimal references. Characters XML cannot hold become ".", as uiautomator's dumper
 * does for most of them; for the rest (U+0000, lone surrogates, U+FFFE) the real one crashes, which would teach nobody anything.
 */
export function xmlAttribute(name: string, value: string): string {
  const quote = value.includes('"') ? "'" : '"';
  return ` ${name}=${quote}${/[^ !#$%(-;=?-~]/.test(value) ? escaped(value, quote) : value}${quote}`;
}

function escaped(value: string, quote: string): string {
  let out = "";
  for (const character of value) out += escapedCharacter(character, character.codePointAt(0) ?? 0, quote);
  return out;
}

function escapedCharacter(character: string, code: number, quote: string): string {
  switch (character) {
    case "&":
      return "&amp;";
    case "<":
      return "&lt;";
    case ">":
      return "&gt;";
    case "\n":
    case "\r":
    case "\t":
      return `&#${code};`;
    case "'":
      return quote === "'" ? "&apos;" : "'";
  }
  if (!isXmlCharacter(code)) return ".";
  return code > 0xffff ? `&#${code};` : character;
}

function isXmlCharacter(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code <= 0x84) || (code >= 0x86 && code <= 0x9f)) return false;
  if (code >= 0xd800 && code <= 0xdfff) return false;
  if (code >= 0xfdd0 && code <= 0xfddf) return false;
  return code !== 0xfffe && code !== 0xffff;
}
