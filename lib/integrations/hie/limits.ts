/** Largest bundle, in bytes of its JSON: what a step's output may have. */
export const maxBundleBytes = 16 * 1024 * 1024
/** Largest document, in bytes: what a file may have. */
export const maxDocumentBytes = 50 * 1024 * 1024
