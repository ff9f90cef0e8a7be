import type { SemanticUITree, UIElement } from "../../contracts/protocol/semantic-ui-tree.ts";
import type { PolicyFacts } from "./policy-refusal.ts";

/** The address bars of Chromium's browsers, Samsung's, Firefox and Android's test shell. */
const addressBar =
  /:id\/(url_bar|location_bar_edit_text|url_field|mozac_browser_toolbar_url_view|url_bar_title)$/;

/** What somebody is writing there is no page's address yet. */
const showsAddress = ({ resource_id, focused, text }: UIElement): boolean =>
  addressBar.test(resource_id) && !focused && text !== "";

/** What a policy must know of the screen; without a tree, no address is known. */
export const policyFacts = (packageInFront: string, tree: SemanticUITree | null): PolicyFacts => ({
  package: packageInFront,
  address: tree?.elements.find(showsAddress)?.text,
});
