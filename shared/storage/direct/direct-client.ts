/** What is asked of a client of the SDK. */
export interface Command {
  readonly input: object;
}

/** Null: it went another way than well, or is not a command of this kind. */
export type DirectCall = (command: Command, signal: AbortSignal | undefined) => Promise<object | null>;

export interface SdkClient {
  send(command: never, options?: never): Promise<unknown>;
}

/**
 * The SDK's client, with a short way for the calls that a step is made of. What does not go well by the short way at once is
 * asked again by the SDK, as it does itself: retries, deadlines and the classes of errors are the SDK's alone.
 */
export function withDirectCalls<Client extends SdkClient>(client: Client, call: DirectCall): Client {
  const sdk = client.send.bind(client) as (command: Command, options?: object) => Promise<unknown>;
  const send = async (command: Command, options?: { readonly abortSignal?: AbortSignal }) =>
    (options?.abortSignal?.aborted === true ? null : await call(command, options?.abortSignal)) ??
    sdk(command, options);
  return Object.assign(client, { send });
}
