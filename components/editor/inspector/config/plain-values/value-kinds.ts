import { readCondition } from '#lib/domain/expressions/written/condition'
import { readTemplate } from '#lib/domain/expressions/written/template'
import type { Expression } from '#lib/domain/workflow/definition'
import { isExpression } from '#lib/domain/workflow/is-expression'

/** What a value is that nobody described, as people choose it. */
export const valueKinds = {
  text: 'Text',
  number: 'Number',
  'yes-no': 'Yes or no',
  group: 'Fields',
  list: 'List',
  nothing: 'Nothing',
}
export type ValueKind = keyof typeof valueKinds

/** Whether an expression is rules, which answer with yes or no. */
const isRules = ({ $ }: Expression): boolean =>
  readTemplate($) === undefined && readCondition($) !== undefined

/** The kind of a value; one of the run is put into a text. */
export function kindOfValue(value: unknown): ValueKind {
  if (value === null) return 'nothing'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'yes-no'
  if (Array.isArray(value)) return 'list'
  if (isExpression(value)) return isRules(value) ? 'yes-no' : 'text'
  return typeof value === 'object' ? 'group' : 'text'
}

const firstOf: Record<ValueKind, unknown> = {
  text: '',
  number: 0,
  'yes-no': false,
  group: {},
  list: [],
  nothing: null,
}

/** A value as another kind: what was typed stays where it can. */
export function asKind(value: unknown, kind: ValueKind): unknown {
  if (kindOfValue(value) === kind) return value
  if (kind === 'text' && (typeof value === 'number' || typeof value === 'boolean'))
    return String(value)
  if (kind === 'number' && typeof value === 'string' && value.trim() !== '')
    return Number.isFinite(Number(value)) ? Number(value) : 0
  return structuredClone(firstOf[kind])
}
