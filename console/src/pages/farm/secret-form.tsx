import { type FormEvent, useId, useState } from "react";
import type { SecretResponse } from "#shared/contracts/api/responses/secret-response.ts";
import { useApiAction } from "../../api/use-api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Failure } from "../../parts/states/failure.tsx";

interface FormProps {
  /** The one that gets another value; absent: a new one. */
  readonly secret: SecretResponse | undefined;
  readonly known: readonly string[];
  readonly onClose: () => void;
}

/** Takes a value, which is shown to nobody, not even while it is typed. */
export function SecretForm({ secret, known, onClose }: FormProps) {
  const id = useId();
  const [name, setName] = useState<string>(secret?.name ?? "");
  const [apps, setApps] = useState(secret?.packages.join(" ") ?? "");
  const { mutate, isPending, error } = useApiAction("setSecret");
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // It is in the field alone: no state and no attribute of the page has it.
    const value = String(new FormData(event.currentTarget).get("value"));
    const packages = apps.split(/[\s,]+/).filter((app) => app !== "");
    mutate({ name, body: { value, packages } }, { onSuccess: onClose });
  };
  return (
    <Dialog title={secret === undefined ? "New secret" : `Replace ${secret.name}`} onClose={onClose}>
      <form className="farm-form" onSubmit={send} autoComplete="off">
        {secret === undefined && <NameField name={name} isTaken={known.includes(name)} onName={setName} />}
        <label htmlFor={`${id}-value`}>Value</label>
        <input
          id={`${id}-value`}
          name="value"
          type="password"
          required
          maxLength={4_000}
          autoComplete="new-password"
          {...(secret === undefined ? {} : { "data-first": true })}
        />
        <label htmlFor={`${id}-apps`}>Apps it may be typed into</label>
        <input
          id={`${id}-apps`}
          placeholder="com.example.shop (empty: only for checks)"
          spellCheck={false}
          value={apps}
          onChange={({ target }) => setApps(target.value)}
        />
        {error !== null && <Failure error={error} />}
        <FormFoot isBusy={isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

interface NameProps {
  readonly name: string;
  readonly isTaken: boolean;
  readonly onName: (name: string) => void;
}

function NameField({ name, isTaken, onName }: NameProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>Name</label>
      <input
        id={id}
        required
        data-first
        pattern="[A-Za-z0-9][A-Za-z0-9_\-]{0,63}"
        title="1 to 64 letters, digits, '-' or '_', beginning with a letter or digit"
        spellCheck={false}
        value={name}
        onChange={({ target }) => onName(target.value)}
      />
      {isTaken && <p role="status">A secret with this name exists. Its value will be replaced.</p>}
    </>
  );
}

const FormFoot = ({ isBusy, onClose }: { readonly isBusy: boolean; readonly onClose: () => void }) => (
  <footer>
    <button type="button" onClick={onClose}>
      Cancel
    </button>
    <button type="submit" className="primary" disabled={isBusy}>
      Save
    </button>
  </footer>
);
