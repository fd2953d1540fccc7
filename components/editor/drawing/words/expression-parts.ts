import {
  aloneOperators,
  isGroup,
  readCondition,
  type Compared,
  type Group,
  type Rule,
} from '#lib/domain/expressions/written/condition'
import { readTemplate, type InsertedValue } from '#lib/domain/expressions/written/template'
import { operatorWords } from '../../inspector/conditions/operator-words.ts'

/** A part of a computed value in words: text, a value of the run, or what one is compared with. */
export type Part =
  | { text: string }
  | { path: string; more?: string }
  | { value: string | number | boolean; of: string }

function ofValue({ path, format, otherwise }: InsertedValue): Part {
  const more = [
    ...(format ? [`as ${format.kind} ${format.style}`] : []),
    ...(format?.entries ? [`each as ${format.entries.kind} ${format.entries.style}`] : []),
    ...(otherwise === undefined ? [] : [`else “${otherwise}”`]),
  ]
  return more.length === 0 ? { path } : { path, more: more.join(', ') }
}

/** The parts with a text between each two. */
const joined = (parts: Part[][], text: string): Part[] =>
  parts.flatMap((each, at) => (at === 0 ? each : [{ text }, ...each]))

function ofCompared(compared: Compared, of: string): Part[] {
  if (compared.kind === 'path') return [{ path: compared.path }]
  const values = compared.kind === 'fixed' ? [compared.value] : compared.values
  return joined(
    values.map((value) => [{ value, of }]),
    ', ',
  )
}

function ofRule({ path, operator, compared }: Rule): Part[] {
  if (path === '') return [{ text: '…' }]
  const said: Part[] = [{ path }, { text: ` ${operatorWords[operator]}` }]
  if (aloneOperators.has(operator)) return said
  if (!compared) return [...said, { text: ' …' }]
  const colon = operator.startsWith('count-') ? ':' : ''
  return [...said, { text: `${colon} ` }, ...ofCompared(compared, path)]
}

function ofGroup({ join, not, rules }: Group): Part[] {
  const each = rules.map((one) =>
    isGroup(one) ? [{ text: '(' }, ...ofGroup(one), { text: ')' }] : ofRule(one),
  )
  const all = joined(each, ` ${join} `)
  return not ? [{ text: 'not (' }, ...all, { text: ')' }] : all
}

/**
 * A computed value as people wrote it: a text with values, or rules. Undefined for what only code
 * says.
 */
export function partsOfExpression(expression: string): Part[] | undefined {
  const template = readTemplate(expression)
  if (template)
    return template.map((part) => ('text' in part ? { text: part.text } : ofValue(part.value)))
  const group = readCondition(expression)
  return group && ofGroup(group)
}
