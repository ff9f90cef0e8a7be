import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { referredSecrets, type SecretRecord } from "#shared/contracts/job/secret.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import type { SubmissionFacts } from "./submission-facts.ts";

/**
 * Every secret that the job refers to is there, and one that its task is to type is bound to an app. Asked now, because on the
 * device it would cost a job. @throws SecretUnavailable
 */
export async function checkSecrets(
  { task, validators }: JobRequest,
  { secrets }: Pick<SubmissionFacts, "secrets">,
): Promise<void> {
  const typed = referredSecrets(task);
  const checked = referredSecrets(JSON.stringify(validators));
  if (typed.length + checked.length === 0) return;
  const known = await secrets();
  const faults = [
    ...typed.flatMap((name) => faultOf("task", name, known.get(name), true)),
    ...checked.flatMap((name) => faultOf("validators", name, known.get(name), false)),
  ];
  if (faults.length === 0) return;
  const message = faults.map(({ field, message: said }) => `${field}: ${said}`).join("; ");
  throw new DroverError("SecretUnavailable", message.slice(0, 2_000), { details: { errors: faults } });
}

function faultOf(field: string, name: string, record: SecretRecord | undefined, isTyped: boolean) {
  const set = `'drover secrets set ${name} --package <app>'`;
  if (record === undefined)
    return [fieldError(field, name, `there is no secret '${name}': store it with ${set}`)];
  if (!isTyped || record.packages.length > 0) return [];
  return [fieldError(field, name, `the secret '${name}' is bound to no app: bind it with ${set}`)];
}
