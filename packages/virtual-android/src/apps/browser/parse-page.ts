import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

export interface FieldPart {
  readonly kind: "field";
  readonly key: string;
  readonly form: number;
  readonly type:
    | "text"
    | "password"
    | "number"
    | "textarea"
    | "checkbox"
    | "radio"
    | "select"
    | "hidden"
    | "submit";
  readonly name: string;
  /** What is in it, or what it says when it is chosen. */
  readonly value: string;
  readonly checked: boolean;
  readonly label: string;
  readonly hint: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export type PagePart =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly size: number;
      readonly bold: boolean;
      readonly indent: number;
    }
  | { readonly kind: "link"; readonly text: string; readonly href: string }
  | { readonly kind: "image"; readonly alt: string; readonly width: number; readonly height: number }
  | { readonly kind: "rule" }
  | FieldPart;

export interface PageForm {
  readonly action: string;
  readonly post: boolean;
}

export interface Page {
  readonly title: string;
  readonly parts: readonly PagePart[];
  readonly forms: readonly PageForm[];
  readonly hasScript: boolean;
}

const SKIPPED = new Set([
  "script",
  "style",
  "template",
  "head",
  "svg",
  "iframe",
  "object",
  "video",
  "audio",
  "canvas",
]);
const BLOCKS = new Set(
  "address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form header html li main nav ol p pre section summary table tbody td th thead tr ul legend h1 h2 h3 h4 h5 h6 br".split(
    " ",
  ),
);
const HEADINGS: Readonly<Record<string, number>> = { h1: 28, h2: 24, h3: 20, h4: 18, h5: 16, h6: 15 };
const CONTROLS = new Set(["input", "textarea", "select", "button"]);
const mostParts = 2_000;

/** What of a page can be seen without running it: text, headings, links, pictures as boxes, and forms. */
export function parsePage(html: string): Page {
  const reader = new PageReader();
  const document = parse(html, { scriptingEnabled: false });
  for (const node of document.childNodes) reader.read(node);
  return reader.done();
}

const attribute = (element: Element, name: string): string =>
  element.attrs.find((one) => one.name === name)?.value ?? "";
const has = (element: Element, name: string): boolean => element.attrs.some((one) => one.name === name);
const words = (node: Node): string =>
  node.nodeName === "#text" && "value" in node
    ? node.value
    : "childNodes" in node
      ? node.childNodes.map(words).join("")
      : "";
const tidy = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

class PageReader {
  readonly #parts: PagePart[] = [];
  readonly #forms: PageForm[] = [];
  readonly #labels = new Map<string, string>();
  #title = "";
  #hasScript = false;
  #line = "";
  #size = 16;
  #indent = 0;
  #form = -1;
  #label = "";

  done(): Page {
    this.#flush();
    const parts = this.#parts.map((part) =>
      part.kind === "field" && part.label === ""
        ? { ...part, label: this.#labels.get(part.key.split("#")[1] ?? "") ?? "" }
        : part,
    );
    return { title: this.#title, parts, forms: this.#forms, hasScript: this.#hasScript };
  }

  read(node: Node): void {
    if (this.#parts.length >= mostParts) return;
    if (node.nodeName === "#text" && "value" in node) this.#line += node.value;
    if (!("tagName" in node)) return;
    if (node.tagName === "script") this.#hasScript = true;
    if (node.tagName === "head") this.#title = this.#titleOf(node);
    if (SKIPPED.has(node.tagName) || has(node, "hidden")) {
      if (node.tagName === "head")
        this.#hasScript ||= node.childNodes.some(({ nodeName }) => nodeName === "script");
      return;
    }
    this.#element(node);
  }

  #titleOf(head: Element): string {
    const title = head.childNodes.find(({ nodeName }) => nodeName === "title");
    return title === undefined ? "" : tidy(words(title));
  }

  #element(element: Element): void {
    const { tagName } = element;
    if (tagName === "a" && has(element, "href")) this.#link(element);
    else if (tagName === "img") this.#image(element);
    else if (tagName === "hr") this.#add({ kind: "rule" });
    else if (CONTROLS.has(tagName)) this.#field(element);
    else if (tagName === "label") this.#labelled(element);
    else this.#container(element);
  }

  #container(element: Element): void {
    const { tagName } = element;
    const heading = HEADINGS[tagName];
    const block = BLOCKS.has(tagName) || heading !== undefined;
    const before = { size: this.#size, indent: this.#indent, form: this.#form };
    if (block) this.#flush();
    if (heading !== undefined) this.#size = heading;
    if (tagName === "li") {
      this.#indent += 1;
      this.#line = "• ";
    }
    if (tagName === "form")
      this.#form =
        this.#forms.push({
          action: attribute(element, "action"),
          post: attribute(element, "method").toLowerCase() === "post",
        }) - 1;
    for (const child of element.childNodes) this.read(child);
    if (tagName === "td" || tagName === "th") this.#line += " ";
    if (block) this.#flush();
    this.#size = before.size;
    this.#indent = before.indent;
    this.#form = before.form;
  }

  #flush(): void {
    const text = tidy(this.#line);
    this.#line = "";
    if (text === "" || text === "•") return;
    this.#parts.push({ kind: "text", text, size: this.#size, bold: this.#size > 16, indent: this.#indent });
  }

  #add(part: PagePart): void {
    this.#flush();
    this.#parts.push(part);
  }

  #link(element: Element): void {
    const picture = element.childNodes.find(({ nodeName }) => nodeName === "img");
    const alt = picture !== undefined && "attrs" in picture ? attribute(picture, "alt") : "";
    const text =
      tidy(words(element)) || alt || attribute(element, "aria-label") || attribute(element, "href");
    if (this.#line.trim() === "•") this.#line = "";
    this.#add({ kind: "link", text, href: attribute(element, "href") });
  }

  #image(element: Element): void {
    const length = (name: string, otherwise: number): number =>
      Math.min(320, Math.max(24, Number.parseInt(attribute(element, name), 10) || otherwise));
    this.#add({
      kind: "image",
      alt: attribute(element, "alt"),
      width: length("width", 120),
      height: length("height", 90),
    });
  }

  #labelled(element: Element): void {
    const said = element.childNodes.filter(({ nodeName }) => !CONTROLS.has(nodeName));
    const label = tidy(said.map(words).join(" "));
    const target = attribute(element, "for");
    if (target !== "") this.#labels.set(target, label);
    const holds = element.childNodes.some(({ nodeName }) => CONTROLS.has(nodeName));
    if (holds) {
      this.#flush();
      this.#label = label;
      for (const child of element.childNodes) if ("tagName" in child) this.read(child);
      this.#label = "";
    }
  }

  #field(element: Element): void {
    const type = typeOf(element);
    if (type === null) return;
    const options = element.childNodes
      .flatMap((child) =>
        child.nodeName === "optgroup" && "childNodes" in child ? child.childNodes : [child],
      )
      .flatMap((child) => (child.nodeName === "option" && "attrs" in child ? [child] : []));
    const chosen = options.find((option) => has(option, "selected")) ?? options[0];
    const said = element.tagName === "button" ? tidy(words(element)) : attribute(element, "value");
    const option = (one: Element) => ({
      value: has(one, "value") ? attribute(one, "value") : tidy(words(one)),
      label: tidy(words(one)),
    });
    const value =
      type === "textarea"
        ? words(element)
        : type === "select"
          ? chosen === undefined
            ? ""
            : option(chosen).value
          : said;
    this.#add({
      kind: "field",
      key: `${this.#parts.length}#${attribute(element, "id")}`,
      form: this.#form,
      type,
      name: attribute(element, "name"),
      value: type === "checkbox" || type === "radio" ? value || "on" : value,
      checked: has(element, "checked"),
      label: type === "submit" ? said || "Submit" : this.#label || attribute(element, "aria-label"),
      hint: attribute(element, "placeholder"),
      options: options.map(option),
    });
  }
}

function typeOf(element: Element): FieldPart["type"] | null {
  if (element.tagName === "textarea" || element.tagName === "select") return element.tagName;
  const type = attribute(element, "type").toLowerCase();
  if (element.tagName === "button") return type === "reset" || type === "button" ? null : "submit";
  if (["checkbox", "radio", "hidden", "submit", "password", "number"].includes(type))
    return type as FieldPart["type"];
  if (type === "tel") return "number";
  return ["image", "reset", "button", "file"].includes(type) ? null : "text";
}
