import type * as z from "zod";
import { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { type Policy, PolicySettings } from "#shared/contracts/job/policy.ts";
import { referredSecrets } from "#shared/contracts/job/secret.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { effectivePolicy } from "#shared/rules/policy/effective-policy.ts";
import { EnvError } from "./env-error.ts";

/** Of a farm on this machine. */
const tenantId = TenantId.parse("local");

/** A task with a value for each of its parameters. */
export interface EnvTask {
  readonly id: string;
  readonly request: JobRequest;
  readonly policy: Policy;
  readonly tags: readonly string[];
}

export interface LeftOutTask {
  readonly id: string;
  readonly why: string;
}

/** Why a task is no environment; undefined: it is one. */
function objection({ prepare, validators, ...request }: JobRequest): string | undefined {
  if (validators.length === 0) return "it has no checks, and so no reward";
  if (validators.some(({ kind }) => kind === "external")) return "a program of yours checks it";
  if (request.user !== undefined) return "it has a simulated user";
  if (request.workflow !== undefined || request.roles !== undefined) return "it has parts or roles";
  if (request.agent !== undefined || request.source !== undefined) return "it names who chooses its actions";
  if ((prepare?.apps.length ?? 0) > 0) return "it installs apps";
  if (referredSecrets(request.task).length > 0) return "it needs secrets";
  return undefined;
}

/** What environments there are, and which of them a seed means. */
export class EnvTasks {
  readonly all: readonly EnvTask[];
  readonly leftOut: readonly LeftOutTask[];

  /** `settings`: what the project lets tasks do. */
  constructor(
    lines: readonly z.input<typeof BatchLine>[],
    settings: PolicySettings = PolicySettings.parse({}),
  ) {
    const read = lines.map((line) => {
      const { taskId: id, tags = [], request } = BatchLine.parse(line);
      return {
        id,
        request,
        tags,
        policy: effectivePolicy(request.policy, settings, tenantId).policy,
        why: objection(request),
      };
    });
    this.all = read.filter(({ why }) => why === undefined);
    this.leftOut = read.flatMap(({ id, why }) => (why === undefined ? [] : [{ id, why }]));
  }

  /** The same for the same words, whatever was chosen before. @throws EnvError for a name that no task has */
  find({ task, seed }: { readonly task?: string | undefined; readonly seed: number }): EnvTask {
    const meant = task === undefined ? this.all : this.all.filter(({ id }) => isOf(id, task));
    const found = meant[seed % meant.length];
    if (found !== undefined) return found;
    const [left] = this.leftOut.filter(({ id }) => isOf(id, task ?? ""));
    const why = left === undefined ? "there is no such task" : left.why;
    throw new EnvError("VALIDATION_ERROR", `task '${task?.slice(0, 100)}' cannot be served: ${why}.`, {
      errors: [
        { loc: ["task"], msg: `${why}; GET /tasks lists the tasks`, type: "value_error", input: task },
      ],
    });
  }
}

/** By the task's id in its file, or with the values that were drawn for it. */
const isOf = (id: string, name: string): boolean => id === name || id.startsWith(`${name}.`);
