import * as z from "zod";
import { QuestionId, QuestionStatus } from "../../job/question.ts";
import { RoleBoard } from "../../job/role-board.ts";
import { CheckName, CheckResult } from "../../judging/external-check.ts";
import { PageQuery } from "../../values/page.ts";
import {
  AnswerRequest,
  CheckResponse,
  PublicQuestion,
  QuestionList,
  QuestionPage,
} from "../responses/question-response.ts";
import type { Route } from "./route.ts";
import { job, none } from "./route-parts.ts";

/** Where people answer what jobs wait for. */
export const talkRoutes = {
  listQuestions: {
    method: "GET",
    path: "/v1/questions",
    scope: "jobs:read",
    tag: "jobs",
    summary: "Questions that wait for a person, over all jobs, oldest job first; or answered ones.",
    query: PageQuery.extend({ status: QuestionStatus.default("open") }),
    status: 200,
    response: QuestionPage,
    problems: [],
  },
  listJobQuestions: {
    method: "GET",
    path: "/v1/jobs/{id}/questions",
    scope: "jobs:read",
    tag: "jobs",
    summary: "The questions of a job's agent and their answers, in order.",
    parameters: job,
    query: none,
    status: 200,
    response: QuestionList,
    problems: ["NotFound"],
  },
  answerQuestion: {
    method: "POST",
    path: "/v1/jobs/{id}/answers/{q}",
    scope: "jobs:write",
    tag: "jobs",
    summary: "Answer an open question. Sending the same answer again is harmless; another one is refused.",
    parameters: job.extend({ q: QuestionId }),
    query: none,
    body: AnswerRequest,
    status: 200,
    response: PublicQuestion,
    problems: ["NotFound", "AnswerRefused"],
  },
  getRoles: {
    method: "GET",
    path: "/v1/jobs/{id}/roles",
    scope: "jobs:read",
    tag: "jobs",
    summary:
      "The state of a job's roles, and their messages to each other; for a role's job, those of its whole job.",
    parameters: job,
    query: none,
    status: 200,
    response: z.object(RoleBoard.omit({ revision: true }).shape),
    problems: ["NotFound"],
  },
  answerCheck: {
    method: "POST",
    path: "/v1/jobs/{id}/checks/{name}",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "Report the result of your own check on the device that the job holds for it: its agent is done, and nothing is cleaned yet.",
    parameters: job.extend({ name: CheckName }),
    query: none,
    body: CheckResult,
    status: 200,
    response: CheckResponse,
    problems: ["NotFound", "NotReady", "AnswerRefused"],
  },
} as const satisfies Record<string, Route>;
