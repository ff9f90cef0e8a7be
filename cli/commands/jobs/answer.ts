import type { Command } from "commander";
import { AnswerText, type Question, QuestionId } from "#shared/contracts/job/question.ts";
import type { ApiClient } from "../../api-client.ts";
import { farmClient } from "../../farm-client.ts";
import { type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { answeringUser, askOnTerminal, isAttended } from "../../follow/ask-on-terminal.ts";
import { jobId, valueBy } from "../../options/option-values.ts";
import { describeQuestion } from "../../report/talk-report.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { json, jsonList, out, plain, progress } from "../../terminal/terminal.ts";

interface AnswerOptions extends FarmFlags {
  readonly question?: QuestionId;
}

export const answerCommand = (command: Command): Command =>
  withFarmFlags(command, "print the question, or the questions, as JSON")
    .argument("[job]", "the job's id (without it, list the open questions)", jobId)
    .argument("[text]", "the answer", valueBy(AnswerText, "Give 1 to 4,000 characters."))
    .option(
      "--question <id>",
      "the question's id; needed when several are open",
      valueBy(QuestionId, "Give a question's id, such as 3."),
    )
    .action(answer);

async function answer(
  id: string | undefined,
  text: string | undefined,
  options: AnswerOptions,
): Promise<void> {
  const api = await farmClient(options.dir);
  const open = await openQuestions(api, id);
  const isAsked = id !== undefined || isAttended();
  if (open.length === 0 && text !== undefined)
    throw new CommandFailure(exitCodes.usage, `Job ${id} has no open question.`, [
      "'drover answer' lists the open questions, 'drover show <job>' all questions of the job.",
    ]);
  if (open.length === 0 || !isAsked) {
    list(open, options);
    return;
  }
  const question = await chosen(open, options.question, text === undefined);
  const given = text ?? (await typed(question));
  const by = answeringUser();
  const body = { answer: given, ...(by === undefined ? {} : { by }) };
  const answered = await api.answer(question.jobId, question.questionId, body);
  if (options.json) json(answered);
  else out(`answered ${answered.jobId}: ${plain(answered.answer ?? "")}`);
}

async function openQuestions(api: ApiClient, id: string | undefined): Promise<readonly Question[]> {
  if (id === undefined) return (await api.questions({ limit: 100 })).items;
  const { items } = await api.jobQuestions(id);
  return items.filter(({ status }) => status === "open");
}

function list(questions: readonly Question[], { json: asJson, question }: AnswerOptions): void {
  if (question !== undefined)
    throw new CommandFailure(exitCodes.usage, `Question ${question} is not open.`, [
      "'drover show <job>' shows how it ended.",
    ]);
  if (asJson) jsonList({ items: questions });
  else for (const one of questions) out(`${one.jobId}  ${describeQuestion(one)}`);
  if (questions.length === 0) progress("No open questions.");
}

/** The one that was named, the only one, or the one that is picked from a list. */
async function chosen(
  open: readonly Question[],
  wanted: QuestionId | undefined,
  mayChoose: boolean,
): Promise<Question> {
  const named = wanted === undefined ? open : open.filter(({ questionId }) => questionId === wanted);
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  if (named.length > 1 && mayChoose && isAttended()) {
    for (const [index, one] of named.entries())
      progress(`${index + 1}. ${one.jobId}  ${describeQuestion(one)}`);
    const picked = named[Number(await askOnTerminal("which one? ")) - 1];
    if (picked !== undefined) return picked;
  }
  const ids = open.map(({ questionId }) => questionId).join(", ");
  throw new CommandFailure(
    exitCodes.usage,
    wanted === undefined ? "Several questions are open." : `Question ${wanted} is not open.`,
    [`Name one with --question: ${ids}.`],
  );
}

async function typed(question: Question): Promise<string> {
  if (isAttended()) {
    progress(describeQuestion(question));
    const text = await askOnTerminal("your answer: ");
    if (text !== "") return text;
  }
  throw new CommandFailure(exitCodes.usage, `It asks: ${plain(question.text)}`, [
    `Answer with: drover answer ${question.jobId} "<your answer>"`,
  ]);
}
