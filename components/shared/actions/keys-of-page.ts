/** Whether a key is typed into a text, and so is no shortcut of the page. */
export const typesText = (target: HTMLElement): boolean =>
  target.isContentEditable ||
  target.matches('input, textarea, select, [contenteditable="true"], .cm-content')

/** Menus, dialogs and lists keep their keys to themselves. */
export const keepsKeys = (target: HTMLElement): boolean =>
  target.closest(
    '[role="menu"], [role="dialog"], [role="alertdialog"], [role="listbox"], [role="tablist"]',
  ) !== null
