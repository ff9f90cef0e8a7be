import { type FormEvent, useId, useState } from "react";
import type { DeviceResponse } from "#shared/contracts/api/responses/device-response.ts";
import type { Snapshot } from "#shared/contracts/device/snapshot.ts";
import { useApi, useApiAction } from "../../api/use-api.ts";
import { Time } from "../../parts/figures.tsx";
import { durationText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";

const everyMilliseconds = 5_000;
const kindWords: { readonly [Kind in Snapshot["kind"]]: string } = {
  person: "saved by a person",
  step: "after a step",
  group: "of a group",
};

/** Snapshots of the device: saved, restored, deleted. */
export function Snapshots({ device: { deviceId, state } }: { readonly device: DeviceResponse }) {
  const { data } = useApi("listSnapshots", { query: { device: deviceId, limit: 20 } }, { everyMilliseconds });
  const take = useApiAction("takeSnapshot");
  const restore = useApiAction("restoreSnapshot");
  const remove = useApiAction("removeSnapshot");
  const [label, setLabel] = useState("");
  const id = useId();
  const error = take.error ?? restore.error ?? remove.error;
  const busy = take.isPending || restore.isPending || remove.isPending;
  const keep = (event: FormEvent): void => {
    event.preventDefault();
    const said = label.trim();
    take.mutate(
      { id: deviceId, body: said === "" ? {} : { label: said } },
      { onSuccess: () => setLabel("") },
    );
  };
  return (
    <section aria-label="Snapshots">
      <h2>Snapshots</h2>
      <form className="device-quarantine" onSubmit={keep}>
        <label htmlFor={id} className="unseen">
          Name
        </label>
        <input
          id={id}
          value={label}
          maxLength={100}
          placeholder="Name"
          autoComplete="off"
          onChange={({ target }) => setLabel(target.value)}
        />
        <button type="submit" disabled={busy || state === "offline"}>
          Save snapshot
        </button>
      </form>
      <ul className="snapshots">
        {(data?.items ?? []).map(({ snapshotId, label: words, kind, createdAt, expiresAt, holdsSecrets }) => (
          <li key={snapshotId}>
            <strong>
              <ScreenText limit={100}>{words ?? kindWords[kind]}</ScreenText>
            </strong>
            <span className="quiet">
              <Time at={createdAt} />, goes <Time at={expiresAt} />
            </span>
            <button
              type="button"
              disabled={busy || holdsSecrets || state === "leased" || state === "offline"}
              title={holdsSecrets ? "A secret had been typed, so only jobs can restore it" : undefined}
              onClick={() => restore.mutate({ id: snapshotId })}
            >
              Restore
            </button>
            <button
              type="button"
              className="bare"
              disabled={busy}
              onClick={() => remove.mutate({ id: snapshotId })}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="quiet">
        {restore.data !== undefined &&
          `Restored in ${durationText(restore.data.milliseconds)}. ${
            state === "quarantined" ? "" : "The device is cleaned before its next job."
          }`}
      </p>
      {error !== null && <Failure error={error} />}
    </section>
  );
}
