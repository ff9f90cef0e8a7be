import type { JobRequest } from "../contracts/job/job-request.ts";

/** `whole`: as the whole has it; `own`: the taker says or works it out; `none`: it has none. */
type Taken = "whole" | "own" | "none";

/**
 * What becomes of each field of a request in a part of a workflow, in a role of a task on several devices, and in the job of a
 * session, whose whole is the session's request. A field without a row does not compile.
 */
const takenFields = {
  task: ["own", "own", "own"],
  background: ["own", "own", "none"],
  systemPrompt: ["own", "own", "none"],
  workflow: ["none", "whole", "none"],
  roles: ["whole", "none", "none"],
  validators: ["own", "own", "none"],
  agent: ["whole", "whole", "own"],
  consensus: ["whole", "whole", "none"],
  source: ["none", "whole", "none"],
  requirements: ["whole", "own", "own"],
  device: ["whole", "whole", "none"],
  prepare: ["whole", "whole", "none"],
  data: ["none", "whole", "none"],
  record: ["none", "whole", "none"],
  limits: ["own", "own", "own"],
  models: ["whole", "whole", "none"],
  perception: ["whole", "whole", "none"],
  supervision: ["whole", "whole", "none"],
  recovery: ["none", "whole", "none"],
  debug: ["whole", "whole", "own"],
  snapshot: ["whole", "whole", "none"],
  policy: ["own", "whole", "own"],
  answerSchema: ["whole", "whole", "none"],
  changes: ["whole", "whole", "none"],
  questions: ["whole", "whole", "none"],
  user: ["whole", "whole", "none"],
  tools: ["whole", "whole", "none"],
  tags: ["whole", "whole", "whole"],
  priority: ["whole", "whole", "whole"],
  allowAlreadySatisfied: ["whole", "own", "own"],
} as const satisfies {
  readonly [Field in keyof Required<JobRequest>]: readonly [part: Taken, role: Taken, session: Taken];
};

const columns = { part: 0, role: 1, session: 2 } as const;
type Taker = keyof typeof columns;

type FieldsThat<Is extends Taken, By extends Taker> = {
  [Field in keyof JobRequest]-?: (typeof takenFields)[Field][(typeof columns)[By]] extends Is ? Field : never;
}[keyof JobRequest];

/** To be written with `satisfies`: a field that is the taker's own is not forgotten, and no other is set. */
export type OwnFields<By extends Taker> = Readonly<Record<FieldsThat<"own", By>, unknown>>;

/** What the taker has as the whole has it. */
export const takenBy = <By extends Taker, Whole extends object>(by: By, whole: Whole) =>
  Object.fromEntries(
    Object.entries(whole).filter(
      ([name]) => takenFields[name as keyof JobRequest]?.[columns[by]] === "whole",
    ),
  ) as Pick<Whole, FieldsThat<"whole", By> & keyof Whole>;
