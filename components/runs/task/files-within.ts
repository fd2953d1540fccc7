import type { FileRef } from '#lib/domain/form/multi-file'

const most = 50
const deepest = 12
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)

/** The first files that a value names at any depth, each once, as file fields and steps write them. */
export function filesWithin(value: unknown): FileRef[] {
  const found = new Map<string, FileRef>()
  const look = (part: unknown, depth: number): void => {
    if (typeof part !== 'object' || part === null || depth > deepest || found.size >= most) return
    const { id, fileName } = part as { id?: unknown; fileName?: unknown }
    if (isId(id) && typeof fileName === 'string') found.set(id, { id, fileName })
    for (const inner of Object.values(part)) look(inner, depth + 1)
  }
  look(value, 0)
  return [...found.values()]
}
