export { createConfig, lintFromString } from "@redocly/openapi-core";
export { Validator } from "@seriousme/openapi-schema-validator";
export { astToString, default as openapiTypescript } from "openapi-typescript";
export { generateApi } from "swagger-typescript-api";
