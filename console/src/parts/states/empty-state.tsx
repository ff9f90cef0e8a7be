import "./empty-state.css";
import type { ReactNode } from "react";
import { Command } from "../copy/command.tsx";

interface EmptyStateProps {
  readonly title: string;
  /** Why there is nothing, or what would be here. */
  readonly children?: ReactNode;
  /** What to type so that there is something. */
  readonly command?: string;
}

/** Instead of an empty list: why, and the command that fills it. */
export function EmptyState({ title, children, command }: EmptyStateProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children !== undefined && <div className="quiet">{children}</div>}
      {command !== undefined && <Command text={command} />}
    </div>
  );
}
