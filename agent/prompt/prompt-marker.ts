/** 16 hexadecimal digits: short, because a model pays for each of its four places in a prompt. */
export const newPromptMarker = (): string => crypto.randomUUID().replaceAll("-", "").slice(-16);
