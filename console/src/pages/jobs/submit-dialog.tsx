import "./submit-dialog.css";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useApi, useApiAction } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { CheckRows } from "./check-rows.tsx";
import { bodyOf, commandOf, emptyDraft, fieldType, formOptions, type JobDraft } from "./job-draft.ts";

/** The form for one job: what to do, how to see that it was done, and what it may cost. Submitted, the job opens. */
export function SubmitDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const submit = useApiAction("submitJob");
  const [draft, setDraft] = useState<JobDraft>(emptyDraft);
  const change = (changed: Partial<JobDraft>): void => setDraft({ ...draft, ...changed });
  const read = bodyOf(draft);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (read.body === undefined) return;
    const { jobId } = await submit.mutateAsync({ body: read.body });
    await navigate({ to: "/jobs/$jobId", params: { jobId } });
  };
  return (
    <Dialog title="New job" onClose={onClose}>
      {/* What the API refuses is shown below; nobody waits for this promise. */}
      <form className="submit" onSubmit={(event) => void send(event).catch(() => undefined)}>
        <label htmlFor="task">Task</label>
        <textarea
          id="task"
          rows={3}
          required
          maxLength={4_000}
          data-first
          placeholder="Turn on Bluetooth, then set an alarm for 7:30"
          value={draft.task}
          onChange={({ target }) => change({ task: target.value })}
        />
        <CheckRows checks={draft.checks} problems={read.problems} onChange={(checks) => change({ checks })} />
        <MoreFields draft={draft} change={change} />
        {submit.error !== null && <Failure error={submit.error} />}
        <footer>
          {read.body !== undefined && (
            <CopyRequest name="submitJob" asked={{ body: read.body }} cli={commandOf(draft)} />
          )}
          <button type="submit" className="primary" disabled={read.body === undefined || submit.isPending}>
            {submit.isPending ? "Submitting…" : "Submit"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

interface MoreFieldsProps {
  readonly draft: JobDraft;
  readonly change: (changed: Partial<JobDraft>) => void;
}

function MoreFields({ draft, change }: MoreFieldsProps) {
  const { data } = useApi("listDevices", { query: { limit: 100 } });
  return (
    <div className="submit-more">
      <label>
        Agent
        <select
          value={draft.agent}
          onChange={({ target }) => change({ agent: target.value as JobDraft["agent"] })}
        >
          <option value="builtin">a model of this farm</option>
          <option value="human">you, in the console</option>
          <option value="external">your own program</option>
        </select>
      </label>
      {draft.agent === "external" && (
        <label>
          Name of the program
          <input
            value={draft.agentName}
            required
            placeholder="my-agent"
            spellCheck={false}
            onChange={({ target }) => change({ agentName: target.value })}
          />
        </label>
      )}
      <label>
        Device
        <select value={draft.deviceId} onChange={({ target }) => change({ deviceId: target.value })}>
          <option value="">any free device</option>
          {data?.items.map(({ deviceId, model, state }) => (
            <option key={deviceId} value={deviceId}>
              {deviceId} · {model} · {state}
            </option>
          ))}
        </select>
      </label>
      <label>
        Tags
        <input
          value={draft.tags}
          placeholder="nightly, settings"
          spellCheck={false}
          onChange={({ target }) => change({ tags: target.value })}
        />
      </label>
      {formOptions(draft).map((option) => (
        <OptionField
          key={option.path}
          option={option}
          value={draft.options[option.path]}
          onChange={(value) => change({ options: { ...draft.options, [option.path]: value } })}
        />
      ))}
    </div>
  );
}

interface OptionFieldProps {
  readonly option: ReturnType<typeof formOptions>[number];
  readonly value: string | boolean | undefined;
  readonly onChange: (value: string | boolean) => void;
}

function OptionField({ option, value = "", onChange }: OptionFieldProps) {
  const { label, usual } = option.form ?? {};
  const type = fieldType(option);
  if (type === "checkbox")
    return (
      <label className="submit-check">
        <input type={type} checked={value === true} onChange={({ target }) => onChange(target.checked)} />
        {label}
      </label>
    );
  return (
    <label>
      {label}
      <input
        type={type}
        min={0}
        step={option.flag.endsWith("<usd>") ? 0.01 : 1}
        placeholder={usual}
        spellCheck={false}
        value={String(value)}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
