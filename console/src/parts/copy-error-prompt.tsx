import type { ErrorSnapshot } from "#shared/contracts/error-snapshot.ts";
import { errorPrompt } from "#shared/domain/trace/error-prompt.ts";
import { CopyButton } from "./copy-button.tsx";

/** The error in words for a coding agent. */
export const CopyErrorPrompt = ({ error }: { readonly error: ErrorSnapshot }) => (
  <CopyButton text={errorPrompt(error)} label="Copy as prompt" what="Copy for a coding agent" />
);
