const megabyte = 1024 * 1024

/**
 * Largest file, in bytes, that may be uploaded, fetched or sent on: it passes through as a stream,
 * whoever touches it.
 */
export const maxFileBytes = 200 * megabyte

/**
 * Largest file, in bytes, of which the whole content must be in memory at once: text is extracted
 * from it, or a provider's client gives it as one piece.
 */
export const maxWholeFileBytes = 50 * megabyte

/** Largest part, in bytes, of a file that is uploaded in parts. */
export const maxPartBytes = 8 * megabyte

/** A limit as people read it. */
export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / megabyte)} MB`
