const megabyte = 1024 * 1024

/**
 * The maximum size in bytes of a file that is uploaded, fetched or sent on. Such files pass through
 * every process as a stream.
 */
export const maxFileBytes = 200 * megabyte

/**
 * The maximum size in bytes of a file whose whole content must be in memory at once: to extract its
 * text, or because a provider's client returns it whole.
 */
export const maxWholeFileBytes = 50 * megabyte

/** The maximum size in bytes of one part of a file that is uploaded in parts. */
export const maxPartBytes = 8 * megabyte

/** A limit as a text for people. */
export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / megabyte)} MB`
