import { type PostReply, postOut } from "#shared/http/post-out.ts";

interface ServiceCall {
  readonly url: string;
  readonly body: unknown;
  readonly timeoutMilliseconds: number;
  /** The farm's config lets agents be called where only this machine or its network can. */
  readonly mayBeLocal: boolean;
}

/** Longer than five long actions with long thoughts are. */
const longestReplyBytes = 512 * 1_024;

/** One POST. @throws Error saying what was wrong */
export const callService = ({
  url,
  body,
  timeoutMilliseconds,
  mayBeLocal,
}: ServiceCall): Promise<PostReply> =>
  postOut({
    ...{ url, body: JSON.stringify(body), timeoutMilliseconds, longestReplyBytes },
    reach: mayBeLocal ? "anywhere" : "public",
  });
