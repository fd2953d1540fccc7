/**
 * What every store of bytes can do. The implementations are a folder (folder/) and S3 (s3/); the
 * rest of the product goes through lib/documents/file-store.ts and
 * lib/engine/store/payload-files.ts and does not know which one it uses.
 */

export type StoredBytes = {
  storageKey: string
  /** Bytes. */
  size: number
  /** Hex. */
  sha256: string
  /** The first bytes (at most 512); they tell the type of the file. */
  head: Buffer
}

/** An old payload, by its run and the hash that it has or had. */
export type OldPayloadFile = { runId: string; hash: string; location: string }

/** What the place where a file lies says of it to who reads it there. */
export type LinkedFile = { disposition: string; mimeType: string }
export type FileLink = { url: string; expiresAt: Date }

type Limit = { maxBytes: number }
type Stream = AsyncIterable<Uint8Array>

/** The bytes of uploaded and generated files, each under a key that is never used again. */
export type FileBytes = {
  /**
   * Streams bytes into the store, under a new key. Throws ApiError `payload_too_large` as soon as
   * they exceed `maxBytes`; nothing can be read under the key when it throws.
   */
  put(stream: Stream, limit: Limit): Promise<StoredBytes>
  /** Streams a file of another store into this one, under its key. One caller at a time. */
  copyIn(storageKey: string, stream: Stream): Promise<StoredBytes>
  /** Throws ApiError `unavailable` when the bytes are not there. */
  require(storageKey: string): Promise<void>
  /** Opens a file, or its bytes from `start` to before `end`. Throws as `require`. */
  open(
    storageKey: string,
    part?: { start?: number; end?: number },
  ): Promise<ReadableStream<Uint8Array>>
  /**
   * An address at which whoever has it reads the file until it ends, from the place where it lies;
   * undefined where only we can read it.
   */
  link(storageKey: string, about: LinkedFile): Promise<FileLink | undefined>
  /** Deletes a file; one that is not there is no error. */
  remove(storageKey: string): Promise<void>
  /** Yields what is older than `before`: keys, and remains of interrupted writes. */
  old(before: Date): AsyncGenerator<{ keys: string[]; remains: string[] }>
  /** Deletes remains by a name that `old` gave. */
  removeRemains(name: string): Promise<void>
  /**
   * Writes one part of a file at `offset` (in bytes). The same part may be written again. Answers
   * its size in bytes and its SHA-256 in base64. Throws ApiError `payload_too_large`, and may throw
   * `LostParts` when the bytes before `offset` are not there.
   */
  writePart(
    storageKey: string,
    offset: number,
    stream: Stream,
    limit: Limit,
  ): Promise<{ size: number; sha256: string }>
  /**
   * Makes the file of `size` bytes from its parts. Two calls at once both get the answer. A file
   * that exists already is only read. Throws `LostParts` when bytes are missing.
   */
  joinParts(storageKey: string, size: number): Promise<StoredBytes>
  /** Deletes the parts of a file that was never finished. */
  removeParts(storageKey: string): Promise<void>
}

/**
 * The texts of payloads over 256 KB, by run and SHA-256. Each run has its own, so they are deleted
 * with it without a search for other users.
 */
export type PayloadBytes = {
  /** Writes a text, or renews the time of one that is there, so that no sweep deletes it. */
  write(runId: string, hash: string, text: string): Promise<void>
  copy(from: string, to: string, hash: string): Promise<void>
  /** Throws when it is not there. */
  read(runId: string, hash: string): Promise<Uint8Array>
  /** Removes all payloads of a run. */
  removeRun(runId: string): Promise<void>
  /** Finds payloads that were not written or touched since `before`, in batches. */
  old(before: Date): AsyncGenerator<OldPayloadFile[]>
  /**
   * Removes an old payload that no row names, or the remains of an interrupted write or sweep. A
   * payload that a writer touches meanwhile is kept. Answers whether it is gone.
   */
  sweep(file: OldPayloadFile, isReferenced: boolean, before: Date): Promise<boolean>
}

/**
 * What a store says of itself, in a file or an object of that name. `installation` tells to whom it
 * belongs: in a folder a random mark, in a bucket an id by SECRET_KEY, to which the random mark
 * `store` is added there. `cell` is the name of the cell, where there are several.
 */
export type Mark = 'installation' | 'store' | 'cell'

export type StoreName = 'folder' | 's3'

export type Store = {
  files: FileBytes
  payloads: PayloadBytes
  /** Where the bytes lie, for a person: the folder, or bucket and prefix. */
  place: string
  /** Proves that bytes can be written now. Throws when not. */
  probe(): Promise<void>
  /** Undefined in a new store. */
  readMark(mark: Mark): Promise<string | undefined>
  /** Marks a new store. Throws when it was marked meanwhile. */
  writeMark(mark: Mark, text: string): Promise<void>
}
