import { useState } from "react";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { SteeringDialog } from "./steering-dialog.tsx";
import { possibleSteering, type SteeringKind } from "./steering-kind.ts";

const labels: { readonly [Kind in Exclude<SteeringKind, "requeue">]: string } = {
  pause: "Pause…",
  resume: "Resume…",
  retry: "Retry…",
  concurrency: "Concurrency…",
  budget: "Budget…",
  models: "Models…",
  cancel: "Cancel…",
};

/** Each asks who wants it and why: both stay with the batch. */
export function BatchSteering({ batch }: { readonly batch: BatchResponse }) {
  const [kind, setKind] = useState<SteeringKind>();
  const kinds = possibleSteering[batch.status].filter((one) => one !== "models" || batch.variants.length > 1);
  return (
    <>
      {kinds.map((one) => (
        <button key={one} type="button" onClick={() => setKind(one)}>
          {labels[one]}
        </button>
      ))}
      {kind !== undefined && <SteeringDialog batch={batch} kind={kind} onClose={() => setKind(undefined)} />}
    </>
  );
}
