/** An id is 26 letters and digits, without I, L, O and U. */
const idForm = /^[0-9A-HJKMNP-TV-Z]{26}$/;

export const isBatchId = (text: string): boolean => idForm.test(text);

/** What stands for a batch in an address: its name, which is unique among a tenant's batches, or its id where the name looks like one. */
export const batchPlace = ({ name, batchId }: { readonly name: string; readonly batchId: string }): string =>
  isBatchId(name) ? batchId : name;
