type Known<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** The values that are there, for `{ ...defined({ day, time }) }`. */
export const defined = <Values extends object>(values: Values): Known<Values> =>
  Object.fromEntries(Object.entries(values).filter((entry) => entry[1] !== undefined)) as Known<Values>;
