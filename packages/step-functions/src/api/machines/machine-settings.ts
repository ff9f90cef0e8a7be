import type { MachineSettings } from "../../engine/machine-registry.ts";
import { ApiError, errors } from "../api-error.ts";
import { checkedEnum, members, optionalNumber, optionalText, type Request } from "../request.ts";

/** Checked, kept and shown again; a local engine neither logs to CloudWatch nor traces nor encrypts. */
export function machineSettings(request: Request): MachineSettings {
  const { tracingConfiguration } = request;
  const loggingConfiguration = logging(request);
  const encryptionConfiguration = encryption(request);
  return {
    ...(loggingConfiguration === undefined ? {} : { loggingConfiguration }),
    ...(tracingConfiguration === undefined ? {} : { tracingConfiguration }),
    ...(encryptionConfiguration === undefined ? {} : { encryptionConfiguration }),
  };
}

const LEVELS = ["ALL", "ERROR", "FATAL", "OFF"];

function logging(request: Request): object | undefined {
  const given = members(request, "loggingConfiguration");
  if (given === undefined) return undefined;
  const level = checkedEnum(given, "level", LEVELS, "loggingConfiguration.level") ?? "OFF";
  const { destinations = [] } = given;
  if (!Array.isArray(destinations))
    throw new ApiError("SerializationException", "destinations must be a list");
  if (destinations.length > 1 || (level !== "OFF" && destinations.length === 0)) {
    const what = "Must specify exactly one Log Destination.";
    throw new ApiError("InvalidLoggingConfiguration", `Invalid Logging Configuration: ${what}`);
  }
  return { includeExecutionData: false, ...given, level };
}

const OWN_KEY = "CUSTOMER_MANAGED_KMS_KEY";

/** Of a state machine or an activity. */
export function encryption(request: Request): object | undefined {
  const given = members(request, "encryptionConfiguration");
  if (given === undefined) return undefined;
  const member = "encryptionConfiguration";
  const type = checkedEnum(given, "type", ["AWS_OWNED_KEY", OWN_KEY], `${member}.type`);
  if (type === undefined) throw errors.validation(`${member}.type`, null, "Member must not be null");
  const reuse = optionalNumber(given, "kmsDataKeyReusePeriodSeconds");
  const refuse = (seconds: number, constraint: string) =>
    errors.validation(
      `${member}.kmsDataKeyReusePeriodSeconds`,
      seconds,
      `Member must have value ${constraint}`,
    );
  if (reuse !== undefined && reuse < 60) throw refuse(reuse, "greater than or equal to 60");
  if (reuse !== undefined && reuse > 900) throw refuse(reuse, "less than or equal to 900");
  const key = optionalText(given, "kmsKeyId");
  if ((type === OWN_KEY) !== (key !== undefined) || (type !== OWN_KEY && reuse !== undefined)) {
    const what = `a key and its reuse period belong to the type ${OWN_KEY}, which needs a kmsKeyId`;
    throw new ApiError("InvalidEncryptionConfiguration", `Invalid Encryption Configuration: ${what}`);
  }
  return given;
}
