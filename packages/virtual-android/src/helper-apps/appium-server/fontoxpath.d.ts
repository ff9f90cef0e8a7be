/** What is used of fontoxpath (tsconfig.json leads here): the library's own types bring the browser's globals with them. */
declare const library: {
  /** @throws Error for no XPath */
  evaluateXPathToNodes(selector: string, contextItem: unknown, domFacade: unknown): readonly unknown[];
};
// biome-ignore lint/style/noDefaultExport: the library has no named exports
export default library;
