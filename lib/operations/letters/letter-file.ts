import { buffer } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { openFile } from '#lib/documents/file-store'
import { checkLetterSize } from './check-letter-pdf.ts'

/** Reads the bytes of a stored file. Throws 400 when it is too large for a letter. */
export async function letterFile({
  storageKey,
  size,
}: {
  storageKey: string
  size: number
}): Promise<Uint8Array> {
  checkLetterSize(size)
  return await buffer((await openFile(storageKey)) as WebStream<Uint8Array>)
}
