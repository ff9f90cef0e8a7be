import { QuestionCounts, type QuestionWorth } from "../../contracts/agent/simulated-user.ts";
import type { Question } from "../../contracts/job/question.ts";
import { sumOf } from "./share.ts";

const names = Object.keys(QuestionCounts.shape) as (keyof QuestionCounts)[];

/** Of several jobs together. */
export const addedCounts = (counts: readonly QuestionCounts[]): QuestionCounts =>
  QuestionCounts.parse(Object.fromEntries(names.map((name) => [name, sumOf(counts, (one) => one[name])])));

/** Counts of questions to a job's simulated user. */
export function questionCounts(questions: readonly Pick<Question, "worth">[]): QuestionCounts {
  const worth = (wanted: QuestionWorth): number => questions.filter((one) => one.worth === wanted).length;
  return {
    asked: questions.length,
    needed: worth("needed"),
    useless: worth("useless"),
    alreadyAnswered: worth("alreadyAnswered"),
  };
}

/** For people, in one line. */
export const describeQuestionCounts = ({ asked, needed, useless, alreadyAnswered }: QuestionCounts): string =>
  `${asked} asked: ${needed} needed, ${useless} useless, ${alreadyAnswered} already answered`;
