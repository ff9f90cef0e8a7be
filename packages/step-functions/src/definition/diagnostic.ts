/**
 * Codes of `ValidateStateMachineDefinition`, as documented
 * (docs.aws.amazon.com/step-functions/latest/apireference/API_ValidateStateMachineDefinitionDiagnostic.html)
 * and, for variables and JSONata, as the service answers.
 */
export type DiagnosticCode =
  | "DUPLICATE_STATE_NAME"
  | "DUPLICATE_VARIABLE_NAME"
  | "INVALID_JSON_DESCRIPTION"
  | "INVALID_JSONATA_EXPRESSION"
  | "INVALID_STATE_NAME"
  | "MISSING_END_STATE"
  | "MISSING_TRANSITION_TARGET"
  | "SCHEMA_VALIDATION_FAILED"
  | "UNSUPPORTED_JSONATA_EXPRESSION";

/** One finding, in the service's own shape. `location` is a path such as `/States/Pay/Choices[0]/Next`. */
export interface Diagnostic {
  readonly severity: "ERROR" | "WARNING";
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly location?: string;
}

/** Where the checks put what they find. */
export class Findings {
  readonly all: Diagnostic[] = [];

  add(code: DiagnosticCode, message: string, location?: string): void {
    this.all.push({ severity: "ERROR", code, message, ...(location === undefined ? {} : { location }) });
  }

  schema(message: string, location: string): void {
    this.add("SCHEMA_VALIDATION_FAILED", message, location);
  }
}
