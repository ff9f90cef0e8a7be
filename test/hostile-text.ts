/** Texts that have broken products like this one wherever they became part of a command line. Each test adds its own. */
export const hostileTexts = [
  "a;reboot",
  "$(reboot)",
  "`reboot`",
  "it's",
  "a\\",
  "%s",
  "100%",
  "#x",
  "~",
  "*",
  '"',
  "&&",
  "-3",
  "ö 你好 😀",
] as const;
