import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import { CopyButton } from "./copy-button.tsx";
import { errorPrompt } from "./error-prompt.ts";

/** The error in words for a coding agent. */
export const CopyErrorPrompt = ({ error }: { readonly error: ErrorSnapshot }) => (
  <CopyButton text={errorPrompt(error)} label="Copy as prompt" what="Copy for a coding agent" />
);
