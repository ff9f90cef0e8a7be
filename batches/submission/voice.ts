import { speechChoice } from "#agent/models/speech-models.ts";
import type { Services } from "#agent/runtime/services.ts";
import { voiceKey } from "#shared/contracts/farm/keys.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { SpokenTask, VoiceCommand } from "#shared/contracts/job/voice.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import type { SubmissionFacts } from "./submission-facts.ts";

/** What a spoken task needs is known before anything starts. @throws InvalidRequest */
export function checkVoice(
  { mediaType, confirm }: VoiceCommand,
  { models, roles, source, workflow, recovery }: JobRequest,
  { farm }: Pick<SubmissionFacts, "farm">,
): void {
  const refuse = (field: string, value: string | undefined, message: string) =>
    invalidRequest([fieldError(field, value, message)]);
  if (roles !== undefined || source !== undefined || recovery !== undefined)
    throw refuse("voice", undefined, "cannot be the task of roles, source or recovery, which have their own");
  if (confirm && workflow !== undefined)
    throw refuse("voice.confirm", "true", "is not possible with workflow: leave one of the two out");
  const choice = speechChoice(models.speech, farm);
  if (choice.kind === "refused") throw refuse("voice", undefined, choice.message);
  const { provider, facts } = choice;
  if (!facts.takes.includes(mediaType))
    throw refuse(
      "voice.mediaType",
      mediaType,
      `is not supported by '${provider}', which takes ${facts.takes.join(" and ")}`,
    );
}

/** Stores the recording for transcription, and returns the job's field. */
export async function storeVoice(
  tenantId: TenantId,
  jobId: JobId,
  { mediaType, confirm, audio }: VoiceCommand,
  { artifacts }: Pick<Services, "artifacts">,
): Promise<SpokenTask> {
  await artifacts.put(voiceKey(tenantId, jobId), Buffer.from(audio, "base64"), mediaType);
  return { mediaType, confirm };
}
