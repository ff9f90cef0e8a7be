import { defineScreen } from "./system/app.ts";
import {
  appPage,
  atBottomEnd,
  badge,
  chip,
  choiceDialog,
  confirmDialog,
  emptyState,
  item,
  popupMenu,
  searchBar,
  snackbar,
  textDialog,
} from "./toolkit/app-widgets.ts";
import {
  column,
  gap,
  icon,
  iconButton,
  list,
  row,
  scrollView,
  stack,
  text,
} from "./toolkit/basic-widgets.ts";
import {
  button,
  checkBox,
  editText,
  floatingButton,
  radioButton,
  seekBar,
  switchControl,
} from "./toolkit/control-widgets.ts";
import { alertDialog } from "./toolkit/dialog-widgets.ts";
import { preference, preferenceCategory, toolbar } from "./toolkit/screen-widgets.ts";

/** What an app of your own is made with; its module gets it, so that it need not be able to import anything. */
export const appToolkit = {
  defineScreen,
  appPage,
  toolbar,
  searchBar,
  list,
  item,
  row,
  column,
  stack,
  scrollView,
  text,
  icon,
  iconButton,
  gap,
  badge,
  chip,
  button,
  floatingButton,
  editText,
  checkBox,
  radioButton,
  switchControl,
  seekBar,
  preference,
  preferenceCategory,
  emptyState,
  snackbar,
  alertDialog,
  confirmDialog,
  textDialog,
  choiceDialog,
  popupMenu,
  atBottomEnd,
} as const;

export type AppToolkit = typeof appToolkit;
