/** A person's answer to an action that waits for approval. */
export type ApprovalAnswer =
  | { readonly approved: true }
  | { readonly approved: false; readonly reason?: string };

/** `yes`, or `no` with the reason behind it, if any; null: neither. A yes with anything behind it is none: it may be a condition. */
export function approvalAnswer(text: string): ApprovalAnswer | null {
  const said = text.trim();
  if (/^(yes|y)[.!]?$/i.test(said)) return { approved: true };
  const no = /^(?:no|n)(?:$|[\s,.:;!–—-]+(?<reason>.*)$)/isu.exec(said);
  if (no === null) return null;
  const reason = no.groups?.reason?.trim();
  return reason ? { approved: false, reason } : { approved: false };
}
