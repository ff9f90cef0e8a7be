import "./command.css";
import { CopyButton } from "./copy-button.tsx";

interface CommandProps {
  readonly text: string;
  /** What is copied: a line to type into a terminal unless it says more. */
  readonly what?: string;
}

/** A line to be taken elsewhere. */
export function Command({ text, what = "Copy the command" }: CommandProps) {
  return (
    <div className="command">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
