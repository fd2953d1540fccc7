/**
 * Request header in which proxy.ts hands a page its own path and query; what a browser sends under
 * this name is overwritten there.
 */
export const pagePathHeader = 'x-rounds-page'
