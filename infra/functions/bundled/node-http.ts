/**
 * Takes the place of `node:http` in the functions' bundles and in the compiled program. An `import` of it makes Node read every property
 * of the module, of which WebSocket, CloseEvent and MessageEvent load the whole of undici: 10 to 30 ms of CPU in each start. This has all
 * the others. What imports one of the three by its name fails the bundling.
 */
const http = process.getBuiltinModule("node:http");
// biome-ignore lint/style/noDefaultExport: packages import the module by its default
export default http;
export const {
  Agent,
  ClientRequest,
  createServer,
  get,
  globalAgent,
  IncomingMessage,
  maxHeaderSize,
  METHODS,
  OutgoingMessage,
  request,
  Server,
  ServerResponse,
  setMaxIdleHTTPParsers,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} = http;
