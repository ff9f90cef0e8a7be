import * as z from "zod";

/** SQS refuses these characters and XML cannot carry them: control codes, lone surrogates, U+FFFE, U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
const unsafe = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** Text that every service on its way can carry (faults.md D21). Line feeds and tabs are allowed. */
export const SafeText = z.string().refine((text) => !unsafe.test(text), {
  error: "contains a control character, a lone surrogate, U+FFFE or U+FFFF: remove it",
});
export type SafeText = z.infer<typeof SafeText>;
