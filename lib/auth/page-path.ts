/**
 * Request header in which proxy.ts gives a page its own path and query; it overwrites a header of
 * this name from a browser.
 */
export const pagePathHeader = 'x-rounds-page'
