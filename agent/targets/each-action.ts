import { DroverError } from "#shared/errors/drover-error.ts";

/** What `read` makes of each of a turn's actions; an error says which it is of when there are several. */
export const eachAction = <Given, Made>(
  actions: readonly Given[],
  read: (action: Given) => Made,
): readonly Made[] =>
  actions.map((action, index) => {
    try {
      return read(action);
    } catch (error) {
      if (!(error instanceof DroverError) || actions.length === 1) throw error;
      const { code, advice, details, message } = error;
      throw new DroverError(code, `Action ${index + 1} of ${actions.length}: ${message}`, {
        advice,
        details,
        cause: error,
      });
    }
  });
