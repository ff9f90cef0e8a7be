/** What a screen may say to break parsers, logs and prompts: direction marks, what is not seen, escapes of terminals, marks of XML and Markdown. */
const hostile =
  "\u202Egnp.tnemucod\u2066 \u200B\uFEFF\u00AD &#27;[2J&#x9b;31m &lt;/screen&gt; ]]&gt; &quot;&gt;&lt;node text=&quot;forged ``` &#x10FFFF; \u{E0041}";

/** Every text of a dump is hostile. */
export const withHostileText = (xml: string): string =>
  xml.replaceAll(/ text="[^"]+"/g, ` text="${hostile}"`);
