import { plain } from "#shared/text/plain-text.ts";

/** As GitHub's runner reads them back: in a message, and in a property, which two characters more would end. */
const inMessage = (text: string): string =>
  plain(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const inProperty = (text: string): string => inMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

const longestMessage = 500;

/** A line that GitHub shows as an annotation of the run. What devices and models said ends neither the line nor the command. */
export function annotation(level: "error" | "warning" | "notice", title: string, message: string): string {
  const told = inMessage(message.slice(0, longestMessage).toWellFormed());
  return `::${level} title=${inProperty(title.slice(0, 100).toWellFormed())}::${told}`;
}
