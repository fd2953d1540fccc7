/** Whether a key is typed into a text, and so is no shortcut of the page. */
export const typesText = (target: HTMLElement): boolean =>
  target.isContentEditable ||
  target.matches('input, textarea, select, [contenteditable="true"], .cm-content')

/** Menus, dialogs and lists keep their keys to themselves. */
export const keepsKeys = (target: HTMLElement): boolean =>
  target.closest(
    '[role="menu"], [role="dialog"], [role="alertdialog"], [role="listbox"], [role="tablist"]',
  ) !== null

/** The attribute of the page's frame for people who switched letters off. */
export const lettersOffAttribute = 'data-letter-keys-off'

/**
 * Whether the person switched off single letters as shortcuts (Settings → Profile): who speaks to
 * their computer, or hits keys by accident, would set off acts with each of them.
 */
export const lettersAreOff = (): boolean =>
  document.querySelector(`[${lettersOffAttribute}]`) !== null
