import type { Definition } from '#lib/domain/workflow/definition'
import { stepIdPattern } from '#lib/domain/workflow/step-id-pattern'

/** A step id from any text: a letter first, lower case, words joined by `_`, max 48 characters. */
export function idFrom(text: string): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 48)
  return stepIdPattern.test(words) ? words : 'step'
}

/** `wanted`, or `wanted_2`, `wanted_3`, … when that is taken. */
export function freeId(wanted: string, taken: Iterable<string>): string {
  const used = new Set(taken)
  if (!used.has(wanted)) return wanted
  const base = wanted.replace(/_\d+$/, '')
  for (let count = 2; ; count += 1) {
    const id = `${base}_${count}`
    if (!used.has(id)) return id
  }
}

/** The ids of all steps. */
export const idsOf = (definition: Definition): string[] => definition.steps.map((step) => step.id)
