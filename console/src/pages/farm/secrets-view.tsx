import { useState } from "react";
import type { SecretResponse } from "#shared/contracts/api/responses/secret-response.ts";
import { useApi, useApiAction } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Time } from "../../parts/figures.tsx";
import { type PlainColumn, PlainTable } from "../../parts/plain-table.tsx";
import type { Sorting } from "../../parts/sorting.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { SecretForm } from "./secret-form.tsx";

/** Secrets by name: values go in and never come out. */
export function SecretsView(sorting: Sorting) {
  const { data, isError, error, refetch } = useApi("listSecrets", {});
  const [changed, setChanged] = useState<SecretResponse | "new">();
  const [leaving, setLeaving] = useState<SecretResponse>();
  return (
    <>
      <SecretsHead onNew={() => setChanged("new")} />
      {isError && <Failure error={error} retry={refetch} />}
      {data?.items.length === 0 && (
        <EmptyState title="No secrets yet." command="drover secrets set shop --package com.example.shop" />
      )}
      {data !== undefined && data.items.length > 0 && (
        <PlainTable
          label="Secrets"
          columns={secretColumns(setChanged, setLeaving)}
          rows={data.items}
          rowKey={({ name }) => name}
          sorting={sorting}
        />
      )}
      {changed !== undefined && (
        <SecretForm
          secret={changed === "new" ? undefined : changed}
          known={data?.items.map(({ name }) => name) ?? []}
          onClose={() => setChanged(undefined)}
        />
      )}
      {leaving !== undefined && <DeleteSecret secret={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

const SecretsHead = ({ onNew }: { readonly onNew: () => void }) => (
  <>
    <header className="page-head">
      <h2>Secrets</h2>
      <CopyRequest name="listSecrets" asked={{}} cli="drover secrets list" />
      <button type="button" className="primary" onClick={onNew}>
        New secret
      </button>
    </header>
    <p className="quiet">
      A task refers to a secret as <code>{"{{secret:name}}"}</code>. The host types its value, only into the
      apps listed here. Nobody can read a value back, neither here nor through the API.
    </p>
  </>
);

const secretColumns = (
  onChange: (secret: SecretResponse) => void,
  onDelete: (secret: SecretResponse) => void,
): readonly PlainColumn<SecretResponse>[] => [
  {
    head: "Name",
    sort: { by: "name", value: ({ name }) => name },
    cell: ({ name }) => <code>{name}</code>,
  },
  {
    head: "Typed into",
    cell: ({ packages }) =>
      packages.length === 0 ? <span className="quiet">nothing (only for checks)</span> : packages.join(" "),
  },
  {
    head: "Set",
    sort: { by: "set", value: ({ updatedAt }) => updatedAt },
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
  {
    head: "Change",
    cell: (secret) => (
      <span className="farm-buttons">
        <button type="button" aria-label={`Replace ${secret.name}`} onClick={() => onChange(secret)}>
          Replace
        </button>
        <button type="button" aria-label={`Delete ${secret.name}`} onClick={() => onDelete(secret)}>
          Delete
        </button>
      </span>
    ),
  },
];

function DeleteSecret({
  secret: { name },
  onClose,
}: {
  readonly secret: SecretResponse;
  readonly onClose: () => void;
}) {
  const { mutate, isPending, error } = useApiAction("removeSecret");
  return (
    <Dialog title={`Delete ${name}`} onClose={onClose}>
      <div className="farm-form">
        <p>
          Jobs that refer to <code>{name}</code> are refused from now on. The operator of the account can
          restore it for a week.
        </p>
        {error !== null && <Failure error={error} />}
        <footer>
          <button type="button" data-first onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="primary"
            disabled={isPending}
            onClick={() => mutate({ name }, { onSuccess: onClose })}
          >
            Delete
          </button>
        </footer>
      </div>
    </Dialog>
  );
}
