/** Apart from the other texts, because every page with something to copy needs only this one. */
export const copyRefused =
  'The browser does not let this page copy. The text is selected: press Ctrl+C, or ⌘C on a Mac.'
