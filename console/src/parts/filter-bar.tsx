import "./filter-bar.css";
import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";

export interface FilterField {
  readonly name: string;
  readonly label: string;
  /** Absent: any text. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly placeholder?: string;
  readonly type?: "text" | "datetime-local";
  /** Always there, and not behind "Filters". */
  readonly first?: boolean;
}

type Values = Readonly<Record<string, string | undefined>>;

interface FilterBarProps {
  readonly fields: readonly FilterField[];
  readonly values: Values;
  /** Takes what changed: undefined takes a filter away. */
  readonly onChange: (changed: Values) => void;
  /** At the end of the bar. */
  readonly children?: ReactNode;
}

/** The filters of a list. Where they are kept is its owner's: the address. */
export function FilterBar({ fields, values, onChange, children }: FilterBarProps) {
  const first = fields.filter((field) => field.first);
  const others = fields.filter((field) => !field.first);
  const active = others.filter(({ name }) => values[name] !== undefined);
  const [open, setOpen] = useState(false);
  const panel = useId();
  const none = Object.fromEntries(fields.map(({ name }) => [name, undefined]));
  const some = fields.some(({ name }) => values[name] !== undefined);
  return (
    <search className="filters">
      <div className="filter-row">
        {first.map((field) => (
          <Filter key={field.name} field={field} value={values[field.name]} onChange={onChange} bare />
        ))}
        {others.length > 0 && (
          <button type="button" aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
            Filters{active.length > 0 ? ` (${active.length})` : ""}
          </button>
        )}
        {active.map((field) => (
          <button
            key={field.name}
            type="button"
            className="filter-chip"
            title="Remove this filter"
            onClick={() => onChange({ [field.name]: undefined })}
          >
            <span className="quiet">{field.label}</span> {wordOf(field, values[field.name])} ✕
          </button>
        ))}
        {some && (
          <button type="button" className="bare" onClick={() => onChange(none)}>
            Clear
          </button>
        )}
        <div className="filter-end">{children}</div>
      </div>
      <div className="filter-panel" id={panel} hidden={!open}>
        {others.map((field) => (
          <Filter key={field.name} field={field} value={values[field.name]} onChange={onChange} />
        ))}
      </div>
    </search>
  );
}

const wordOf = ({ options }: FilterField, value = ""): string =>
  options?.find((option) => option.value === value)?.label ?? value;

interface FilterProps {
  readonly field: FilterField;
  readonly value: string | undefined;
  readonly onChange: (changed: Values) => void;
  /** Its label is for ears: what is in it says enough. */
  readonly bare?: boolean;
}

function Filter({ field, value = "", onChange, bare = false }: FilterProps) {
  const { name, label, options } = field;
  const id = useId();
  const choose = (chosen: string): void => onChange({ [name]: chosen === "" ? undefined : chosen });
  return (
    <div className={`filter filter-${name}`}>
      <label htmlFor={id} className={bare ? "unseen" : "quiet"}>
        {label}
      </label>
      {options === undefined ? (
        <TypedFilter id={id} field={field} value={value} onChange={choose} />
      ) : (
        <select id={id} value={value} onChange={({ target }) => choose(target.value)}>
          <option value="">{bare ? `${label}: any` : "any"}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

interface TypedFilterProps {
  readonly id: string;
  readonly field: FilterField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Counts when Enter is pressed or the field is left: half a word finds nothing. */
function TypedFilter({ id, field: { name, placeholder, type = "text" }, value, onChange }: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const settle = (): void => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    settle();
  };
  return (
    <form onSubmit={submit}>
      <input
        id={id}
        type={type}
        name={name}
        placeholder={placeholder}
        value={typed}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={settle}
      />
    </form>
  );
}
