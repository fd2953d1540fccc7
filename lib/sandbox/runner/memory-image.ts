const granuleBytes = 4 * 1024
/**
 * Stack and free heap, which nearly every call writes, lie beside the bytes of the initial state.
 */
const marginBytes = 32 * 1024
/** This many bytes are compared or written at once. */
const chunkBytes = 256 * 1024
/** A cache line of the processor: with it, both sides of a comparison read aligned. */
const shiftBytes = 64

type Written = { now: Uint8Array; pristine: Uint8Array }
/** `before` and `after` are `whole` without its last and without its first bytes. */
type Empty = { whole: Uint8Array; first: Uint32Array; before: Uint8Array; after: Uint8Array }

/**
 * The content of a WebAssembly memory, and how to restore it byte for byte. It uses views of the
 * memory, so it is valid until the memory grows.
 *
 * Most of an engine's memory, of the stack and of the free heap, is empty before and after a call.
 * Checking that costs half of writing it. Memory that was not empty is written without a check.
 */
export class MemoryImage {
  readonly #written: Written[] = []
  readonly #empty: Empty[] = []

  constructor({ buffer }: WebAssembly.Memory) {
    const isEmpty = emptyGranules(buffer)
    for (let from = 0; from < isEmpty.length;) {
      const empty = isEmpty[from]
      const most = empty ? from + chunkBytes / granuleBytes : isEmpty.length
      let until = from + 1
      while (until < most && isEmpty[until] === empty) until += 1
      const start = from * granuleBytes
      const bytes = Math.min(until * granuleBytes, buffer.byteLength) - start
      const now = new Uint8Array(buffer, start, bytes)
      if (empty) this.#empty.push(emptyPart(now))
      else this.#written.push({ now, pristine: now.slice() })
      from = until
    }
  }

  /** Restores the memory. */
  restore(): void {
    for (const { now, pristine } of this.#written) now.set(pristine)
    for (const part of this.#empty) if (!isStillEmpty(part)) part.whole.fill(0)
  }
}

/** Finds the granules that are empty, and far enough from those that are not. */
function emptyGranules(buffer: ArrayBuffer): boolean[] {
  const count = Math.ceil(buffer.byteLength / granuleBytes)
  const isEmpty = Array.from({ length: count }, () => true)
  const margin = marginBytes / granuleBytes
  for (let granule = 0; granule < count; granule += 1) {
    const start = granule * granuleBytes
    const bytes = new Uint8Array(buffer).subarray(start, start + granuleBytes)
    if (bytes.every((byte) => byte === 0)) continue
    isEmpty.fill(false, Math.max(granule - margin, 0), granule + margin + 1)
  }
  return isEmpty
}

function emptyPart(whole: Uint8Array): Empty {
  const { buffer, byteOffset } = whole
  return {
    whole,
    first: new Uint32Array(buffer, byteOffset, shiftBytes / Uint32Array.BYTES_PER_ELEMENT),
    before: whole.subarray(0, -shiftBytes),
    after: whole.subarray(shiftBytes),
  }
}

/**
 * A range is empty when its start is zero and each byte equals the one a little before. One pass
 * over one memory.
 */
function isStillEmpty({ first, before, after }: Empty): boolean {
  for (const word of first) if (word !== 0) return false
  return Buffer.compare(before, after) === 0
}
