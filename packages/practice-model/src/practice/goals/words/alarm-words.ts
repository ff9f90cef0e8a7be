import { words } from "./remainder.ts";

export const alarmNoun = /\balarms?(?: clocks?)?\b/i;
/** Small words that say nothing of an alarm. */
export const glue = words(
  "a an the my another new for at to by of on and it its is be that so goes off rings ring go rung which one each set please as up am clock time have has there are do i currently again also me phone reading",
);
