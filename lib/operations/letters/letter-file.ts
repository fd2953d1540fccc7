import { buffer } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { openFile } from '#lib/documents/file-store'
import { checkLetterSize } from './check-letter-pdf.ts'

/** The bytes of a stored file, if a letter may be as large. Throws 400 when not. */
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
