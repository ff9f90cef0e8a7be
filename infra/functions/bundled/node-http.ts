/**
 * Takes the place of `node:http` in the functions' bundles. An `import` of it makes Node read every property of the module, WebSocket too,
 * which loads the whole of undici: 10 to 30 ms of CPU in each cold start. This asks for the module without that. A name that
 * a dependency imports and that is missing here fails the bundling.
 */
const http = process.getBuiltinModule("node:http");
export const { Agent, request, STATUS_CODES } = http;
