/**
 * Takes the place of the SDK's event streams, which S3's client holds ready for SelectObjectContent. No function selects; the commands
 * that they send are read and written without.
 */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;

export const eventStreamSerdeProvider = (): never => {
  throw new Error(
    "The functions' bundles have no event streams: see infra/functions/bundled/event-streams.ts.",
  );
};
