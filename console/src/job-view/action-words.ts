/** All that a step does, in the API's words. */
export const stepActionWords = ({ actions }: { readonly actions: readonly { readonly words: string }[] }) =>
  actions.map(({ words }) => words).join(", then ");
