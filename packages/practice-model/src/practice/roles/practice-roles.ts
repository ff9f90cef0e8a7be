import { actorRole } from "./actor.ts";
import type { AnsweringRole } from "./answer-tools.ts";
import { practiceCompletion } from "./completion.ts";
import { decomposer } from "./decomposer.ts";
import { practicePlanner } from "./planner.ts";
import type { PracticeRole } from "./practice-role.ts";
import { practiceProgress } from "./progress.ts";
import { recoveryRole } from "./recovery.ts";
import { practiceUser } from "./user.ts";
import { practiceVerifier } from "./verifier.ts";

export const practiceRoles: Readonly<Record<AnsweringRole, PracticeRole>> = {
  planner: practicePlanner,
  verifier: practiceVerifier,
  progress: practiceProgress,
  completion: practiceCompletion,
  recovery: recoveryRole,
  actor: actorRole,
  decomposer,
  user: practiceUser,
};
