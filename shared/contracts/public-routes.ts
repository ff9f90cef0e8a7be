/**
 * Routes of the HTTP API that ask for no token. Every other request goes to the `api` function by one `$default` route behind
 * the JWT authorizer: its router alone knows the paths, so they cannot drift apart, and an unknown one is answered by a Problem.
 */
export const publicRoutes = ["GET /openapi.json"] as const;
