import "./by-hand.css";
import { type FormEvent, type ReactNode, useId, useState } from "react";

interface TypeFormProps {
  readonly busy: boolean;
  readonly onType: (text: string) => Promise<unknown>;
  /** What else is chosen with the text. */
  readonly children?: ReactNode;
}

/** Text of a person for the device's focused field. */
export function TypeForm({ busy, onType, children }: TypeFormProps) {
  const [text, setText] = useState("");
  const id = useId();
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (text !== "") void onType(text).then(() => setText(""));
  };
  return (
    <form className="by-hand-type" onSubmit={send}>
      <label htmlFor={id} className="unseen">
        Text for the focused field
      </label>
      <input
        id={id}
        value={text}
        maxLength={4_000}
        placeholder="Type into the focused field"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      {children}
      <button type="submit" disabled={busy || text === ""}>
        Type
      </button>
    </form>
  );
}
