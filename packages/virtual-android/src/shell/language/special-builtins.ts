/** POSIX's special builtins: what they refuse ends a script, and variables set before them stay. */
const names = new Set(
  ". : break continue eval exec exit export readonly return set shift times trap unset".split(" "),
);

export const isSpecialBuiltin = (name: string): boolean => names.has(name);
