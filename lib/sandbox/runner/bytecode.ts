import { EvalFlags } from 'quickjs-wasi'
import { fileName } from './file-name.ts'
import type { EngineFactory } from './engine.ts'

/** Max bytes of cached sources and their bytecode. */
const maxBytes = 8 * 1024 * 1024
const maxEntryBytes = 256 * 1024

/**
 * Caches the bytecode of sources that this runner has run, so that the next call need not parse
 * them; drops the least recently used first. An unused instance compiles a source alone, so its
 * bytecode contains nothing but the source, for any caller.
 */
export class BytecodeCache {
  readonly #entries = new Map<string, Uint8Array>()
  #bytes = 0

  get(source: string): Uint8Array | undefined {
    const bytecode = this.#entries.get(source)
    if (!bytecode) return undefined
    this.#entries.delete(source)
    this.#entries.set(source, bytecode)
    return bytecode
  }

  /** Compiles a source that has run before in an unused instance, which is reset afterwards. */
  async learn(source: string, engines: EngineFactory): Promise<void> {
    if (this.#entries.has(source)) return
    const instance = await engines.take()
    try {
      this.#set(source, instance.vm.compile(source, fileName, EvalFlags.TYPE_MODULE))
    } catch {
      // The next call parses the source again, and reports the error then.
      instance.broken = true
    }
    await engines.renew()
  }

  #set(source: string, bytecode: Uint8Array): void {
    const bytes = sizeOf(source, bytecode)
    if (bytes > maxEntryBytes) return
    this.#entries.set(source, bytecode)
    this.#bytes += bytes
    for (const [oldest, dropped] of this.#entries) {
      if (this.#bytes <= maxBytes) return
      this.#entries.delete(oldest)
      this.#bytes -= sizeOf(oldest, dropped)
    }
  }
}

/** A character takes one or two bytes. */
const sizeOf = (source: string, bytecode: Uint8Array): number =>
  2 * source.length + bytecode.byteLength
