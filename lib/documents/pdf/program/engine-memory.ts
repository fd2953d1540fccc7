import type { Pdfium } from '../../reader/pdfium.ts'

/** Puts bytes into the memory of the engine; answers their address there. */
export function toEngine({ pdfium }: Pdfium, bytes: Uint8Array): number {
  const at = pdfium.wasmExports.malloc(Math.max(1, bytes.byteLength))
  if (at === 0) throw new RangeError('no memory left')
  pdfium.HEAPU8.set(bytes, at)
  return at
}

/** A copy of bytes in the memory of the engine. */
export const fromEngine = ({ pdfium }: Pdfium, at: number, length: number): Buffer<ArrayBuffer> =>
  Buffer.from(pdfium.HEAPU8.slice(at, at + length))
