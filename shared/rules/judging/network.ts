import type { ComparedState, NetworkState } from "../../contracts/judging/compared-state.ts";
import type { Validator } from "../../contracts/judging/validator.ts";

/** Global settings that take the network away, with the value that does. */
const switches: Readonly<Record<string, string>> = { airplane_mode_on: "1", wifi_on: "0", mobile_data: "0" };
const networkSetting = /(airplane|wifi|mobile_data|data_roaming|network|vpn|proxy|dns|tether|captive)/;

/** The task itself is about the network, as its checks show. */
const isAboutNetwork = (validators: readonly Validator[]): boolean =>
  validators.some((validator) => validator.kind === "setting" && networkSetting.test(validator.key));

/** Who has a state at hand can tell whether somebody switched the network off. */
export const wasSwitchedOff = (before: ComparedState, after: ComparedState): boolean =>
  Object.entries(switches).some(
    ([key, off]) => after.settings.global[key] === off && before.settings.global[key] !== off,
  );

export interface NetworkCourse {
  readonly before: NetworkState;
  readonly after: NetworkState;
  /** Null: unknown. */
  readonly switchedOff: boolean | null;
  /** The job requires one. */
  readonly needed?: boolean | undefined;
}

/**
 * Whether the network died under the agent, so that a failed check is not its fault. Only when Android said before that it
 * had one, or the job says that it needs one, and Android says now that it has none, when nobody switched it off, and when the task is not about it: in doubt the
 * failure stands.
 */
export const networkDied = (
  { before, after, switchedOff, needed = false }: NetworkCourse,
  validators: readonly Validator[],
): boolean =>
  (before === "connected" || needed) &&
  after === "none" &&
  switchedOff === false &&
  !isAboutNetwork(validators);
