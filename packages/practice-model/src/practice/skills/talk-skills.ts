import type { GoalOf } from "../goals/goal.ts";
import { act, done, type Skill, stuck } from "./skill.ts";

export const askPerson: Skill<GoalOf<"ask">> = ({ question, nth }, { view }) => {
  const { results, mayAsk } = view.talked;
  if (nth < results.length) {
    const answer = results[nth];
    return answer === undefined ? stuck(`nobody answered "${question}"`) : done(`I was told "${answer}"`);
  }
  if (!mayAsk) return stuck(`I am to ask "${question}", and there is nobody to ask`);
  return act({ action: "ask_user", question }, "Only a person knows this.");
};

export const tellMates: Skill<GoalOf<"tellMates">> = ({ key, text, to, nth }, { view, answers }) => {
  const { results } = view.talked;
  if (nth < results.length)
    return results[nth] === undefined ? stuck(`"${key}" could not be told`) : done(`I told "${key}"`);
  const said = text ?? answers.at(-1);
  if (said === undefined) return stuck(`I am to tell "${key}", and have found nothing to tell`);
  return act({ action: "tell", key, text: said, ...(to === undefined ? {} : { to }) }, "The others need it.");
};

export const awaitMate: Skill<GoalOf<"awaitMate">> = ({ key, nth }, { view }) => {
  const { results } = view.talked;
  if (nth >= results.length) return act({ action: "wait_for", key }, "Another role will tell it.");
  const told = results[nth];
  return told === undefined ? stuck(`nobody told "${key}"`) : done(`I was told "${told}"`);
};

export const useTool: Skill<GoalOf<"callTool">> = ({ tool, given, nth }, { view }) => {
  const { results } = view.talked;
  if (nth < results.length) {
    const answer = results[nth];
    return answer === undefined ? stuck(`${tool} gave no result`) : done(`${tool} answered`, answer);
  }
  if (!view.tools.includes(tool)) return stuck(`there is no tool ${tool} in this job`);
  return act({ action: "mcp_call", tool, arguments: given }, `I call ${tool}.`);
};
