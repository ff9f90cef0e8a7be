import type { AgentServiceRequest } from "#shared/contracts/api/agent-service.ts";
import type { PostReply } from "#shared/http/post-out.ts";

/** One call of an agent's service as it was made, for a job with `debug`. */
export interface ServiceRecord {
  /** Without what is behind `?`, which may be a key. */
  readonly url: string;
  readonly request: AgentServiceRequest;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly reply?: PostReply;
  /** Why it was useless, in the words that the service gets. */
  readonly problem?: string;
}

interface Told {
  readonly url: string;
  readonly body: ServiceRecord["request"];
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** The picture is stored with the step: here it is named by its size. */
export function serviceRecord(
  { url, body, startedAt, endedAt }: Told,
  end: Pick<ServiceRecord, "reply" | "problem">,
): ServiceRecord {
  const { origin, pathname } = new URL(url);
  const { screenshot } = body.observation;
  const base64 = screenshot && `(${screenshot.base64.length} characters)`;
  const observation =
    screenshot && base64 ? { ...body.observation, screenshot: { ...screenshot, base64 } } : body.observation;
  return {
    url: origin + pathname,
    request: { ...body, observation },
    startedAt: startedAt.toISOString(),
    milliseconds: endedAt.getTime() - startedAt.getTime(),
    ...end,
  };
}
