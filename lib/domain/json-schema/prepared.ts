import { prepareSchema } from './prepare-schema.ts'
import type { PreparedSchema } from './prepare.ts'

/** The maximum number of cached prepared schemas, and of characters of their texts together. */
const most = { schemas: 200, characters: 4_000_000 }

/**
 * Prepared schemas by their text. The least recently used is removed first; nothing else refers to
 * it, so it is freed.
 */
export class PreparedSchemas {
  readonly #schemas = new Map<string, PreparedSchema>()
  readonly #most: typeof most
  #characters = 0

  constructor(limits = most) {
    this.#most = limits
  }

  get size(): { schemas: number; characters: number } {
    return { schemas: this.#schemas.size, characters: this.#characters }
  }

  get(schema: Record<string, unknown>): PreparedSchema {
    const text = JSON.stringify(schema)
    const known = this.#schemas.get(text)
    // The schema is parsed from its text, because the caller's object may change after it was
    // prepared.
    const prepared = known ?? prepareSchema(JSON.parse(text))
    this.#schemas.delete(text)
    this.#schemas.set(text, prepared)
    if (!known) this.#characters += text.length
    for (const [oldest] of this.#schemas) {
      const { schemas, characters } = this.#most
      if (this.#schemas.size <= schemas && this.#characters <= characters) break
      this.#schemas.delete(oldest)
      this.#characters -= oldest.length
    }
    return prepared
  }
}

const shared = new PreparedSchemas()
/**
 * The same by schema object, for objects that stay in memory: writing one as text costs more than a
 * check.
 */
const ofObject = new WeakMap<Record<string, unknown>, PreparedSchema>()

/** A schema ready for checking data by it. The object must not be changed afterwards. */
export function preparedSchema(schema: Record<string, unknown>): PreparedSchema {
  const prepared = ofObject.get(schema) ?? shared.get(schema)
  ofObject.set(schema, prepared)
  return prepared
}
