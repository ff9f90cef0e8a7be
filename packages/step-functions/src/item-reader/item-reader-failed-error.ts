/** `States.ItemReaderFailed`: the items of a distributed Map could not be read. `message` is the cause without the state's prefix. */
export class ItemReaderFailedError extends Error {
  override readonly name = "States.ItemReaderFailed";
  readonly error = "States.ItemReaderFailed";
}
