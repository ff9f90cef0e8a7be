import { matchesText } from "./match-text.ts";
import { defineValidator, found, inconclusive } from "./validator-check.ts";

export const foregroundAppValidator = defineValidator({
  kind: "foregroundApp",
  async check({ package: expected }, context) {
    const { facts } = await context.screen();
    if (facts.package === "") return inconclusive("no app has the focus");
    return found(facts.package === expected, facts.package);
  },
});

export const uiTextValidator = defineValidator({
  kind: "uiText",
  async check(match, context) {
    const { tree, flags } = await context.screen();
    if (tree === null) return inconclusive(flags.join("; "));
    // What was read out of the picture may be misread: a judgement rests on what the app itself says.
    const texts = tree.elements
      .filter(({ source }) => source === undefined)
      .flatMap(({ text, content_description }) => [text, content_description])
      .filter((t) => t !== "");
    const hit = texts.find((text) => matchesText(text, match));
    return hit === undefined ? found(false, `on the screen: ${texts.join(" | ")}`) : found(true, hit);
  },
});

export const answerValidator = defineValidator({
  kind: "answer",
  async check(match, { answer }) {
    if (answer === undefined) return found(false, "the agent gave no answer");
    return found(matchesText(answer.trim(), match), answer);
  },
});
