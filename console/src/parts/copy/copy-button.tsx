import { useEffect, useState } from "react";

interface CopyButtonProps {
  readonly text: string;
  /** What the button says; "Copy" unless it says more. */
  readonly label?: string;
  /** What is copied: "Copy the command". */
  readonly what?: string;
}

const saidMilliseconds = 1_500;

/** Copies a text, and says on itself that it did. */
export function CopyButton({ text, label = "Copy", what }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), saidMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  };
  const said = { idle: label, copied: "Copied", refused: "Copy failed" }[state];
  return (
    <button type="button" className="bare copy" onClick={copy} title={what}>
      <span aria-live="polite">{said}</span>
    </button>
  );
}
