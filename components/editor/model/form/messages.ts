import { messageKeyword, ownMessage } from '#lib/domain/form/custom-message'
import { formTexts } from '#lib/domain/form/texts/form-texts'
import { sentenceOfFault } from '#lib/domain/form/texts/sentence-of-fault'
import type { SchemaField } from '../schema-fields.ts'

/** A rule of a field that a person may break, and what they are told then. */
export type RuleMessage = {
  rule: string
  /** What the builder calls it. */
  label: string
  /** The author's words; empty where there are none. */
  own: string
  /** What is said without them. */
  usual: string
}

const labels: [rule: string, label: string][] = [
  ['minLength', 'When it is too short'],
  ['maxLength', 'When it is too long'],
  ['pattern', 'When it is written otherwise'],
  ['format', 'When it is written otherwise'],
  ['minimum', 'When it is too small'],
  ['maximum', 'When it is too large'],
  ['multipleOf', 'When it is between two steps'],
  ['minItems', 'When there are too few'],
  ['maxItems', 'When there are too many'],
  ['const', 'When it is not ticked'],
]
const numbers = new Set<unknown>(['number', 'integer'])

/** The rules that a field has, in the order in which people meet them. */
function rulesOf({ property, required, conditions }: SchemaField): [string, string][] {
  const isNeeded = required || conditions.requiredWhen !== undefined
  return [
    ...(isNeeded ? [['required', 'When it is missing'] as [string, string]] : []),
    ...(numbers.has(property['type'])
      ? [['type', 'When it is no number'] as [string, string]]
      : []),
    ...labels.filter(([rule]) => property[rule] !== undefined),
  ]
}

const english = formTexts('en')

function usualOf(property: Record<string, unknown>, rule: string): string {
  const limit = property[rule]
  const params = { limit, format: property['format'], type: property['type'], allowedValue: limit }
  return sentenceOfFault(english, rule, params)
}

/** What each rule of a field says. */
export function messagesOf(field: SchemaField): RuleMessage[] {
  const { property } = field
  const given = property[messageKeyword]
  const rules = rulesOf(field)
  // Rules that the builder does not know, such as those of the fields of an object, stay.
  const known = new Set(rules.map(([rule]) => rule))
  const others = Object.entries(typeof given === 'object' && given !== null ? given : {}).flatMap(
    ([rule, text]): [string, string][] =>
      known.has(rule) || typeof text !== 'string' ? [] : [[rule, `For the rule “${rule}”`]],
  )
  return [...rules, ...others].map(([rule, label]) => ({
    rule,
    label,
    own: ownMessage(given, rule) ?? '',
    usual: usualOf(property, rule),
  }))
}

/** The author's words with those of one rule changed; undefined where none are left. */
export function withMessage(field: SchemaField, rule: string, text: string): unknown {
  const given = field.property[messageKeyword]
  const before: Record<string, unknown> =
    typeof given === 'object' && given !== null
      ? { ...given }
      : Object.fromEntries(
          messagesOf(field).flatMap(({ rule: each, own }) => (own === '' ? [] : [[each, own]])),
        )
  const { [rule]: _old, ...rest } = before
  const next = text === '' ? rest : { ...rest, [rule]: text }
  return Object.keys(next).length > 0 ? next : undefined
}
