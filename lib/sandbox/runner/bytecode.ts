import { EvalFlags } from 'quickjs-wasi'
import { fileName } from './file-name.ts'
import type { EngineFactory } from './engine.ts'

/** Bytes of sources and their bytecode that are kept. */
const maxBytes = 8 * 1024 * 1024
const maxEntryBytes = 256 * 1024

/**
 * Bytecode of sources that this runner has run, so that the next call need not parse them; what was
 * not used for longest goes first. An instance that nobody has used compiles a source alone, so its
 * bytecode holds nothing but the source, whoever runs it.
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

  /** Compiles a source that has run before, in an unused instance, which is made new. */
  async learn(source: string, engines: EngineFactory): Promise<void> {
    if (this.#entries.has(source)) return
    const instance = await engines.take()
    try {
      this.#set(source, instance.vm.compile(source, fileName, EvalFlags.TYPE_MODULE))
    } catch {
      // It will be parsed again, and says then what is wrong.
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
