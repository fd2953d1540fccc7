import { placeOfText } from '#lib/domain/expressions/written/tree'
import type { Expression } from '#lib/domain/workflow/definition'
import { isExpression } from '#lib/domain/workflow/is-expression'
import type { CompletionItem } from '../../../code/code-help.ts'
import { kindWord } from '../../model/kind-word.ts'

/**
 * The path of an expression that names one value as a whole; empty for one that is not written yet,
 * undefined for all that only code can show.
 */
export function readReference(value: unknown): string | undefined {
  if (!isExpression(value)) return undefined
  const text = value.$.trim()
  return text === '' || placeOfText(text) ? text : undefined
}

/** The expression that names the value at a path. */
export const writeReference = (path: string): Expression => ({ $: path })

/** What else can stand for a kind. */
const alsoFitting: Record<string, string[]> = {
  group: ['output', 'start data'],
  text: ['time', 'choice'],
}

/** How well a value fits a field of this type (JSON Schema): what is not known may fit. */
export function fitOf(type: unknown, { detail }: CompletionItem): 'fits' | 'may' | 'not' {
  const takes = kindWord(type)
  if (takes === '') return 'fits'
  const fitting = takes.split(' or ').flatMap((kind) => [kind, ...(alsoFitting[kind] ?? [])])
  if (detail.split(' or ').some((kind) => fitting.includes(kind))) return 'fits'
  return detail === '' || detail === 'item' ? 'may' : 'not'
}
