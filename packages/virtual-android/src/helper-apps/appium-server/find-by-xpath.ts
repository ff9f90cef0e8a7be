import xpath from "fontoxpath";
import type { SourceElement } from "./page-source.ts";
import { WebDriverError } from "./web-driver-error.ts";

/** A node as the XPath library sees it: the document, an element or an attribute. */
interface XmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly localName: string;
  readonly namespaceURI: null;
  readonly prefix: null;
  readonly value: string;
  readonly element: SourceElement | null;
  readonly parentNode: XmlNode | null;
  readonly childNodes: XmlNode[];
  readonly attributes: XmlNode[];
}

const elementNode = 1;
const attributeNode = 2;
const documentNode = 9;

function xmlNode(nodeType: number, name: string, parentNode: XmlNode | null, value = ""): XmlNode {
  const names = { nodeName: name, localName: name, namespaceURI: null, prefix: null };
  return { nodeType, ...names, value, element: null, parentNode, childNodes: [], attributes: [] };
}

function tree(element: SourceElement, parent: XmlNode): XmlNode {
  const node: XmlNode = { ...xmlNode(elementNode, element.name, parent), element };
  for (const [name, value] of element.attributes)
    node.attributes.push(xmlNode(attributeNode, name, node, value));
  for (const child of element.children) node.childNodes.push(tree(child, node));
  return node;
}

const beside = (node: XmlNode, step: number): XmlNode | null => {
  const siblings = node.parentNode?.childNodes ?? [];
  return siblings[siblings.indexOf(node) + step] ?? null;
};

const facade = {
  getAllAttributes: (node: XmlNode) => node.attributes,
  getAttribute: (node: XmlNode, name: string) =>
    node.attributes.find((attribute) => attribute.localName === name)?.value ?? null,
  getChildNodes: (node: XmlNode) => node.childNodes,
  getData: (node: XmlNode) => node.value,
  getFirstChild: (node: XmlNode) => node.childNodes[0] ?? null,
  getLastChild: (node: XmlNode) => node.childNodes.at(-1) ?? null,
  getNextSibling: (node: XmlNode) => beside(node, 1),
  getPreviousSibling: (node: XmlNode) => beside(node, -1),
  getParentNode: (node: XmlNode) => node.parentNode,
};

/** What the server's XPath 2.0 finds, in the order of the document. @throws WebDriverError for no XPath */
export function findByXpath(
  expression: string,
  root: SourceElement,
  context: SourceElement,
): SourceElement[] {
  const document = xmlNode(documentNode, "#document", null);
  document.childNodes.push(tree(root, document));
  const from = context === root ? document : (find(document, context) ?? document);
  try {
    const found = xpath.evaluateXPathToNodes(expression, from, facade);
    return found.flatMap((node) => (node as XmlNode).element ?? []);
  } catch (error) {
    throw new WebDriverError("invalid selector", error instanceof Error ? error.message : String(error));
  }
}

function find(node: XmlNode, wanted: SourceElement): XmlNode | null {
  if (node.element === wanted) return node;
  for (const child of node.childNodes) {
    const found = find(child, wanted);
    if (found !== null) return found;
  }
  return null;
}
