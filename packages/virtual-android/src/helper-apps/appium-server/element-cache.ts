import { randomUUID } from "node:crypto";
import type { AccessibleNode } from "../../toolkit/accessible-node.ts";
import { type Found, findElements, type Locator } from "./find-elements.ts";
import { withDescendants } from "./match-ui-selector.ts";
import type { ServerPhone } from "./server-phone.ts";
import type { ServerSettings } from "./server-settings.ts";
import { WebDriverError } from "./web-driver-error.ts";

const mostElements = 500;
export const elementKey = "element-6066-11e4-a52e-4f735466cecf";

interface Known {
  readonly found: Found;
  /** Absent for one of several: there is no telling which it was. */
  readonly locator: Locator | null;
}

/** The elements that a session has found, by the ids that it gave them; the oldest are forgotten. */
export class ElementCache {
  readonly #phone: ServerPhone;
  readonly #elements = new Map<string, Known>();

  constructor(phone: ServerPhone) {
    this.#phone = phone;
  }

  add(found: Found, locator: Locator | null): Readonly<Record<string, string>> {
    const id = `00000000-0000-${randomUUID().slice(14)}`;
    this.#elements.set(id, { found, locator });
    const [oldest] = this.#elements.keys();
    if (this.#elements.size > mostElements && oldest !== undefined) this.#elements.delete(oldest);
    return { [elementKey]: id, ELEMENT: id };
  }

  /** The view as it is now, or what its locator finds in its place. @throws WebDriverError */
  async view(id: string, settings: ServerSettings): Promise<AccessibleNode> {
    const { node } = (await this.found(id, settings)).found;
    if (node !== null) return node;
    throw new WebDriverError("invalid element state", "A toast is no view: it only has attributes");
  }

  async found(id: string, settings: ServerSettings): Promise<Known> {
    const known = this.#elements.get(id);
    if (known === undefined)
      throw new WebDriverError(
        "no such element",
        `The element identified by '${id}' is not present in the cache or has expired. Try to find it again`,
      );
    const { node } = known.found;
    // A toast has gone before it could be looked at again: what it said stays.
    if (node === null) return known;
    const now = this.#now(node);
    if (now !== null) return this.#renewed(id, known, { node: now, text: now.text });
    const again =
      known.locator === null
        ? []
        : await findElements(known.locator, { phone: this.#phone, settings, context: null });
    const [first] = again;
    if (first !== undefined) return this.#renewed(id, known, first);
    throw new WebDriverError(
      "stale element reference",
      `The element '${known.locator?.selector ?? id}' does not exist in DOM anymore`,
    );
  }

  #renewed(id: string, known: Known, found: Found): Known {
    const renewed = { ...known, found };
    this.#elements.set(id, renewed);
    return renewed;
  }

  #now(node: AccessibleNode): AccessibleNode | null {
    const isSame = (one: AccessibleNode): boolean =>
      one.view.key === node.view.key &&
      one.className === node.className &&
      one.resourceId === node.resourceId &&
      one.packageName === node.packageName;
    return this.#phone.automation.windows().flatMap(withDescendants).find(isSame) ?? null;
  }
}
