import "./batch-facts.css";
import type { ReactNode } from "react";

interface FactProps {
  readonly name: ReactNode;
  readonly children: ReactNode;
}

/** One figure with its name, in a `dl` of the class `batch-facts`. */
export const Fact = ({ name, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
