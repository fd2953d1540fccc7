import type { CompileResult } from './code-result.ts'

/** Characters of sources and their JavaScript that are cached. */
const maxChars = 16 * 1024 * 1024

type Entry = { code: string; chars: number }

/**
 * Caches the JavaScript of customers' code by organization and source; drops the least recently
 * used first. It only stores JavaScript that is plainly the source without its types, because it
 * comes from a process that has run untrusted code, and a forgery would outlive that process here.
 */
export class CompiledCodeCache {
  readonly #entries = new Map<string, Entry>()
  #chars = 0

  get(organizationId: string, source: string): CompileResult | undefined {
    const key = keyOf(organizationId, source)
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return { ok: true, code: entry.code }
  }

  set(organizationId: string, source: string, code: string): void {
    if (!isStripped(source, code)) return
    const key = keyOf(organizationId, source)
    const chars = key.length + code.length
    if (chars > maxChars) return
    this.#drop(key)
    this.#entries.set(key, { code, chars })
    this.#chars += chars
    for (const oldest of this.#entries.keys()) {
      if (this.#chars <= maxChars) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#chars -= this.#entries.get(key)?.chars ?? 0
    this.#entries.delete(key)
  }
}

const keyOf = (organizationId: string, source: string): string =>
  `${organizationId.length}:${organizationId}${source}`

/** Types become spaces of the same length, sometimes with a semicolon. */
function isStripped(source: string, code: string): boolean {
  if (source === code) return true
  if (source.length !== code.length) return false
  for (let index = 0; index < code.length; index += 1) {
    const char = code.charAt(index)
    if (char !== source.charAt(index) && char !== ';' && char.trim() !== '') return false
  }
  return true
}
