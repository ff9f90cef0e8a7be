/** `States.ResultWriterFailed`: the results of a Map Run could not be written. `message` is the cause without the state's prefix. */
export class ResultWriterFailedError extends Error {
  override readonly name = "States.ResultWriterFailed";
  readonly error = "States.ResultWriterFailed";
}
