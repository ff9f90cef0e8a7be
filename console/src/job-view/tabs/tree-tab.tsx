import { useEffect, useMemo, useRef } from "react";
import type { UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import type { ScreenSource } from "../job-record.ts";
import { useTree } from "../use-tree.ts";
import { depthOf, elementStates } from "./element-tree.ts";

interface TreeTabProps {
  readonly step: Step;
  readonly source: ScreenSource;
  readonly shown: "before" | "after";
  readonly hovered: number | undefined;
  readonly onHover: (elementId: number | undefined) => void;
}

/** The elements that the model was shown; what is pointed at here is framed on the screen, and the other way round. */
export function TreeTab({ step, source, shown, hovered, onHover }: TreeTabProps) {
  const face = shown === "after" && step.after ? step.after : step.before;
  const tree = useTree(source, face.treeKey);
  const list = useRef<HTMLUListElement>(null);
  const byId = useMemo(
    () => new Map((tree?.elements ?? []).map((element) => [element.element_id, element])),
    [tree],
  );
  useEffect(() => {
    if (hovered === undefined || list.current?.matches(":hover")) return;
    list.current?.querySelector(`[data-element="${hovered}"]`)?.scrollIntoView({ block: "nearest" });
  }, [hovered]);
  if (tree === undefined) return <p className="quiet">Reading the elements…</p>;
  if (tree === null)
    return <p className="quiet">The elements of this screen were not kept. {face.flags.join("; ")}</p>;
  return (
    <>
      <p className="quiet">
        <ScreenText>{`${tree.app_name || tree.app_package} ${tree.activity}`.trim()}</ScreenText> ·{" "}
        {tree.elements.length} elements{tree.truncated ? ", the most useful ones" : ""}
        {tree.keyboard_shown ? " · keyboard shown" : ""}
      </p>
      <ul className="tree" ref={list}>
        {tree.elements.map((element) => (
          <li key={element.element_id} data-element={element.element_id}>
            <button
              type="button"
              className={element.element_id === hovered ? "bare tree-hovered" : "bare"}
              style={{ paddingLeft: 8 + depthOf(element, byId) * 14 }}
              onPointerEnter={() => onHover(element.element_id)}
              onPointerLeave={() => onHover(undefined)}
              onFocus={() => onHover(element.element_id)}
              onBlur={() => onHover(undefined)}
            >
              <ElementLine element={element} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function ElementLine({ element }: { readonly element: UIElement }) {
  const label = elementLabel(element);
  const states = elementStates(element);
  return (
    <>
      <span className="tree-id">{element.element_id}</span>
      <span className="tree-type">{element.type}</span>
      <span className="tree-label">
        {label === "" ? (
          <span className="quiet">{element.resource_id.split("/").at(-1) || "unnamed"}</span>
        ) : (
          <ScreenText limit={200}>{label}</ScreenText>
        )}
      </span>
      {states.length > 0 && <span className="quiet">{states.join(", ")}</span>}
    </>
  );
}
