import * as z from "zod";

/**
 * SQS refuses some of these characters, XML cannot carry others, terminals obey the rest: control codes of both sets
 * (U+0000-001F, U+007F-009F), lone surrogates, U+FFFE, U+FFFF. Joiners are everyday text: families and Persian need them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
const unsafe = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/u;

/** Text that every service on its way can carry (docs/faults.md D21). Line feeds and tabs are allowed. */
export const SafeText = z.string().refine((text) => !unsafe.test(text), {
  error: "contains a control character, a lone surrogate, U+FFFE or U+FFFF: remove it",
});
export type SafeText = z.infer<typeof SafeText>;
