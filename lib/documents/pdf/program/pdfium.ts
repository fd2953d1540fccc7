import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

let loaded: Promise<WrappedPdfiumModule> | undefined

async function load(): Promise<WrappedPdfiumModule> {
  const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const wasmBinary = readFileSync(file) as unknown as ArrayBuffer
  // It prints what it finds wrong in a document, which is a patient's.
  const silent = { print: () => undefined, printErr: () => undefined }
  const pdfium = await init({ wasmBinary, ...silent } as Parameters<typeof init>[0])
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** The rendering engine, loaded once in a process. For programs of the process pool only. */
export function loadPdfium(): Promise<WrappedPdfiumModule> {
  loaded ??= load()
  return loaded
}

/** The memory of the engine; it moves when it grows, so it is never kept. */
const memoryOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array =>
  (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8

/** Puts bytes into the memory of the engine; answers their address there. */
export function toEngine(engine: WrappedPdfiumModule, bytes: Uint8Array): number {
  const at = engine.pdfium.wasmExports.malloc(Math.max(1, bytes.byteLength))
  if (at === 0) throw new RangeError('no memory left')
  memoryOf(engine).set(bytes, at)
  return at
}

/** A copy of bytes in the memory of the engine. */
export const fromEngine = (
  engine: WrappedPdfiumModule,
  at: number,
  length: number,
): Buffer<ArrayBuffer> => Buffer.from(memoryOf(engine).slice(at, at + length))
