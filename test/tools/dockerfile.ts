export { DockerfileParser } from "dockerfile-ast";
export { ValidationSeverity, validate } from "dockerfile-utils";
