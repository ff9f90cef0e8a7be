import * as z from "zod";
import { AgentName } from "../../job/agent.ts";
import { TurnId } from "../../values/ids.ts";
import { TurnAnswer, WorkerName } from "../../workflow/turn.ts";
import {
  AnsweredTurn,
  ClaimedTurn,
  ClaimRequest,
  FailedTurn,
  TurnFailure,
  TurnPoll,
  TurnQuery,
} from "../responses/turn-response.ts";
import type { Route } from "./route.ts";
import { job, none } from "./route-parts.ts";

const turn = job.extend({ turnId: TurnId });

/** Where outside agents take their turns (docs/agents.md). */
export const turnRoutes = {
  readTurn: {
    method: "GET",
    path: "/v1/jobs/{id}/turn",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "The turn that the job's agent should take, with the screen. With `wait` the response waits for a turn, 25 s at most.",
    parameters: job,
    query: TurnQuery,
    status: 200,
    response: TurnPoll,
    problems: ["NotFound", "TurnTaken"],
  },
  answerTurn: {
    method: "POST",
    path: "/v1/jobs/{id}/turns/{turnId}",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "Take a turn: 1 to 5 actions. Sending the same actions again is harmless; others are refused. With `wait` the response has the next turn.",
    parameters: turn,
    query: TurnQuery,
    body: TurnAnswer,
    status: 200,
    response: AnsweredTurn,
    problems: ["NotFound", "TurnOver", "TurnAnswered", "TurnTaken"],
  },
  failTurn: {
    method: "POST",
    path: "/v1/jobs/{id}/turns/{turnId}/failure",
    scope: "jobs:write",
    tag: "jobs",
    summary: "Report that the agent cannot continue: its job ends as the agent's failure.",
    parameters: turn,
    query: z.strictObject({ worker: WorkerName.optional() }),
    body: TurnFailure,
    status: 200,
    response: FailedTurn,
    problems: ["NotFound", "TurnOver", "TurnAnswered", "TurnTaken"],
  },
  claimTurn: {
    method: "POST",
    path: "/v1/agents/{name}/turns/claim",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "Claim the turn of this agent that has waited longest, and with it the next turns of its job. With `wait` the response waits for one, 25 s at most.",
    parameters: z.strictObject({ name: AgentName }),
    query: none,
    body: ClaimRequest,
    status: 200,
    response: ClaimedTurn,
    problems: [],
  },
} as const satisfies Record<string, Route>;
