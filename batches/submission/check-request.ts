import { roleRequests } from "#agent/role-board/role-request.ts";
import { checkAgent, scriptAsSource } from "#agent/roles/check-agent.ts";
import type { ProjectConfig } from "#shared/config/load-project-config.ts";
import { mostDataBytes } from "#shared/contracts/job/job-data.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { jobModels } from "#shared/rules/job-models.ts";
import { effectivePolicy } from "#shared/rules/policy/effective-policy.ts";
import { findSecrets } from "#shared/rules/secrets.ts";
import { serversOf } from "#shared/rules/tool-rules.ts";
import { defined } from "#shared/values/defined.ts";
import { boundLimits } from "./bound-limits.ts";
import { checkCostLimit, checkJobModels, checkOffered } from "./check-models.ts";
import { checkRoles } from "./check-roles.ts";
import { checkSecrets } from "./check-secrets.ts";
import { goBackTo } from "./go-back-to.ts";
import { keepUploads } from "./keep-uploads.ts";
import { type ReadSource, readSource } from "./read-source.ts";
import { checkLink } from "./session-apps.ts";
import type { SubmissionFacts, SubmissionRuntime } from "./submission-facts.ts";
import { withoutHelp } from "./without-agent.ts";

/** A job's item also keeps what each validator found; DynamoDB's limit is 400 KB. */
const maxValidatorBytes = 100 * 1_024;

/** A request that can be done here. */
export interface CheckedRequest {
  /** Within the project's limits. */
  readonly request: JobRequest;
  readonly source?: ReadSource;
  /** Sentences for who sent it. */
  readonly warnings: readonly string[];
}

/**
 * Holds a request to what its schema cannot know: the project, its models, its secrets and what is to be done again.
 * @throws InvalidRequest, SecretUnavailable, NotReady
 */
export async function checkRequest(
  asked: JobRequest,
  facts: SubmissionFacts,
  runtime: SubmissionRuntime,
): Promise<CheckedRequest> {
  const { request, warnings } = await checkSettings(asked, facts);
  await keepUploads(facts.tenantId, request, runtime);
  for (const [, role] of roleRequests(request)) await keepUploads(facts.tenantId, role, runtime);
  const source = await readSource(facts.tenantId, request, runtime);
  const snapshot = await goBackTo(facts.tenantId, request, facts, runtime);
  if (source === undefined || snapshot === null) return { request, warnings, ...defined({ source }) };
  // It lies with that device: the job waits for it.
  const { deviceId, snapshotId } = snapshot;
  return {
    request: { ...request, requirements: { ...request.requirements, deviceId } },
    warnings,
    source: { ...source, source: { ...source.source, snapshotId } },
  };
}

/** All of it but what reads another job. @throws InvalidRequest, SecretUnavailable */
export async function checkSettings(
  asked: JobRequest,
  facts: SubmissionFacts,
): Promise<Omit<CheckedRequest, "source">> {
  const { limits, lowered } = boundLimits(asked.limits, facts.config.limits);
  checkUser(asked);
  checkPreparation(asked, facts);
  const request = withoutHelp(scriptAsSource({ ...asked, limits, models: jobModels(asked) }));
  checkAgent(request, facts.config);
  checkValidatorSize(request);
  await checkAnswerSchema(request);
  const modelWarnings = checkJobModels(request, facts);
  await checkOffered(request, facts);
  checkCostLimit(request, facts);
  checkToolRules(request, facts.config);
  await checkSecrets(request, facts);
  await checkRoles(request, (role) => checkSettings(role, facts));
  const { narrowed } = effectivePolicy(request.policy, facts.config.policy, facts.tenantId);
  return { request, warnings: [...warningsOf(request, facts), ...lowered, ...narrowed, ...modelWarnings] };
}

function checkPreparation({ prepare, data, device }: JobRequest, { config }: SubmissionFacts): void {
  checkData(data, device);
  if (prepare === undefined) return;
  if (device === "asItIs") {
    const message = "changes a device that is used as it is: leave one of the two out";
    throw invalidRequest([fieldError("prepare", undefined, message)]);
  }
  for (const [index, app] of prepare.apps.entries())
    if ("url" in app && !config.apps.local) checkLink(`prepare.apps.${index}.url`, app.url);
}

function checkData(data: JobRequest["data"], device: JobRequest["device"]): void {
  if (data === undefined) return;
  const refuse = (message: string) => invalidRequest([fieldError("data", undefined, message)]);
  if (device === "asItIs") throw refuse("changes a device that is used as it is: leave one of the two out");
  const bytes = Buffer.byteLength(JSON.stringify(data));
  if (bytes > mostDataBytes)
    throw refuse(
      `is ${Math.ceil(bytes / 1_024)} KB; at most ${mostDataBytes / 1_024} KB can be stored with a job`,
    );
}

/** Two words for one model. */
function checkUser({ user, models }: JobRequest): void {
  const { model } = models.user ?? {};
  if (user?.model === undefined || model === undefined || model === user.model) return;
  throw invalidRequest([fieldError("user.model", user.model, `differs from models.user.model, '${model}'`)]);
}

/** Never the secret itself: a response is logged and shown too. */
const warningsOf = ({ task, consensus }: JobRequest, { config }: SubmissionFacts): readonly string[] => [
  ...(findSecrets(task).length === 0
    ? []
    : [
        "The task seems to contain a password or a key. It is sent to the model and stored with the job: use a test account.",
      ]),
  ...(consensus === undefined || config.chain.some(({ validate }) => validate !== undefined)
    ? []
    : ["consensus has no effect: no agent of the chain in the farm's drover.config.ts has 'validate'."]),
];

function checkValidatorSize({ validators }: JobRequest): void {
  const bytes = Buffer.byteLength(JSON.stringify(validators));
  if (bytes <= maxValidatorBytes) return;
  const message = `are ${Math.ceil(bytes / 1_024)} KB together; at most ${maxValidatorBytes / 1_024} KB can be stored`;
  throw invalidRequest([fieldError("validators", undefined, message)]);
}

async function checkAnswerSchema({ answerSchema }: JobRequest): Promise<void> {
  if (answerSchema === undefined) return;
  // As large as a function, and few requests have a form.
  const { answerSchemaProblem } = await import("#agent/replies/answer-form.ts");
  const problem = answerSchemaProblem(answerSchema);
  if (problem !== null) throw invalidRequest([fieldError("answerSchema", undefined, problem)]);
}

/** Every server whose tools the job allows is in the project's config. @throws InvalidRequest */
function checkToolRules({ tools }: JobRequest, { mcp }: Pick<ProjectConfig, "mcp">): void {
  const unknown = serversOf(tools).filter((server) => !Object.hasOwn(mcp.servers, server));
  if (unknown.length === 0) return;
  const there = Object.keys(mcp.servers).join(", ") || "none";
  throw invalidRequest(
    unknown.map((server) =>
      fieldError("tools", server, `names no MCP server of the farm's drover.config.ts, which has ${there}`),
    ),
  );
}
