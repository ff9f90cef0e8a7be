import type { DeviceFacts } from "#shared/contracts/device/device-facts.ts";
import { displayText } from "#shared/text/display-text.ts";

/** One line: what stays as it is while a job has the device. All of it is the device's word. */
export function describeDevice(facts: DeviceFacts): string {
  const { manufacturer, model, androidRelease, apiLevel, locale, country, timeZone, uses24HourClock } = facts;
  const named = model.toLowerCase().startsWith(manufacturer.toLowerCase());
  return [
    displayText(named ? model : `${manufacturer} ${model}`, 120),
    `Android ${displayText(androidRelease, 20)} (API ${apiLevel})`,
    locale && `language ${displayText(locale, 40)}`,
    country && `country ${displayText(country, 3)}`,
    timeZone && `time zone ${displayText(timeZone, 60)}`,
    uses24HourClock !== null && `${uses24HourClock ? 24 : 12}-hour clock`,
  ]
    .filter((part) => part)
    .join(", ");
}
