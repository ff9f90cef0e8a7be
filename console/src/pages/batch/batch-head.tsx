import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import type { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { Money, Time } from "../../parts/figures.tsx";
import { countText, durationText, moneyText, shareText, utcText } from "../../parts/format.ts";
import { useNow } from "../../parts/now.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { BatchExports } from "./batch-exports.tsx";
import { successOf } from "./batch-figures.ts";
import { Fact } from "./fact.tsx";
import { StatusWord } from "./status-word.tsx";
import { BatchSteering } from "./steering/batch-steering.tsx";
import { SuccessFacts } from "./success-facts.tsx";

interface BatchHeadProps {
  readonly batch: BatchResponse;
  readonly statistics: BatchStatistics | undefined;
}

/** Its name, how far it is, what it cost and how good it was. */
export function BatchHead({ batch, statistics }: BatchHeadProps) {
  const { batchId, name, status, statusReason } = batch;
  return (
    <header className="batch-head">
      <div className="batch-title">
        <h1>{name}</h1>
        <StatusWord status={status} />
        {statusReason !== undefined && (
          <span className="quiet">
            <ScreenText limit={300}>{statusReason}</ScreenText>
          </span>
        )}
        <div className="batch-actions">
          <BatchSteering batch={batch} />
          <BatchExports batchId={batchId} />
          <CopyRequest name="readBatch" asked={{ id: batchId }} cli={`drover batch show ${batchId}`} />
        </div>
      </div>
      <dl className="batch-facts">
        <Progress batch={batch} />
        <Spent batch={batch} />
        <Success batch={batch} statistics={statistics} />
      </dl>
    </header>
  );
}

function Progress({ batch }: { readonly batch: BatchResponse }) {
  const { lineCount, progress, startedAt, finishedAt } = batch;
  const { ended, skipped, share, expectedEnd, endedPerMinute } = progress;
  const now = useNow();
  const left = expectedEnd === undefined ? undefined : Math.max(0, Date.parse(expectedEnd) - now);
  return (
    <>
      <Fact name="done">
        <strong>{countText(ended + skipped)}</strong> of {countText(lineCount)} jobs{" "}
        <span className="quiet">{shareText(share)}</span>
      </Fact>
      {left !== undefined && expectedEnd !== undefined && (
        <Fact name="expected end">
          <span title={utcText(expectedEnd)}>in {durationText(left)}</span>
          {endedPerMinute !== undefined && (
            <span className="quiet"> {endedPerMinute.toFixed(1)} a minute</span>
          )}
        </Fact>
      )}
      {finishedAt === undefined
        ? startedAt !== undefined && (
            <Fact name="begun">
              <Time at={startedAt} />
            </Fact>
          )
        : startedAt !== undefined && (
            <Fact name="ended">
              <Time at={finishedAt} />
              <span className="quiet">
                {" "}
                after {durationText(Date.parse(finishedAt) - Date.parse(startedAt))}
              </span>
            </Fact>
          )}
    </>
  );
}

function Spent({
  batch: { costUsd, settings, deviceMinutes, budgetLeft },
}: {
  readonly batch: BatchResponse;
}) {
  const { budget } = settings;
  const others = (["tokens", "steps", "deviceMinutes"] as const).flatMap((name) =>
    budgetLeft[name] === undefined ? [] : [`${countText(budgetLeft[name])} ${limitNames[name]} left`],
  );
  return (
    <Fact name="cost">
      <strong>
        <Money usd={costUsd} />
      </strong>
      {budget.costUsd !== undefined && ` of ${moneyText(budget.costUsd)}`}
      <span className="quiet">
        {" "}
        {[...others, `${durationText(deviceMinutes * 60_000)} on devices`].join(" · ")}
      </span>
    </Fact>
  );
}

const limitNames = { tokens: "tokens", steps: "steps", deviceMinutes: "device minutes" } as const;

function Success({ batch, statistics }: BatchHeadProps) {
  if (statistics === undefined)
    return (
      <Fact name="success">
        <strong>{successOf(batch.counts)}</strong>
      </Fact>
    );
  return <SuccessFacts group={statistics.all} />;
}
