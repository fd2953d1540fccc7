/** Max bytes of a bundle's JSON: the limit of a step's output. */
export const maxBundleBytes = 16 * 1024 * 1024
/** Max bytes of a document: the limit of a file. */
export const maxDocumentBytes = 50 * 1024 * 1024
