import type { CompletionItem } from '#components/code/code-help'
import type { ValueDifference } from '#lib/domain/differences/diff-values'
import type { Definition } from '#lib/domain/workflow/definition'
import { isExpression } from '#lib/domain/workflow/is-expression'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { partsOfExpression, type Part } from '../drawing/words/expression-parts.ts'
import { labelOfValue } from '../inspector/values/value-names.ts'
import { scopeOf } from '../model/scope.ts'

type NameOf = (path: string) => string
/** Both texts of a difference, with values by their names; undefined where only code says it. */
export type WordsOf = (
  difference: ValueDifference,
) => Partial<Record<'before' | 'after', string>> | undefined

/** Names of values; the path is said, too, where another value is called the same. */
function namesOf(items: CompletionItem[]): NameOf {
  const label = (path: string): string => labelOfValue(items, path)
  const paths = Map.groupBy(new Set(items.map(({ path }) => path)), label)
  return (path) => {
    const name = label(path)
    return (paths.get(name) ?? []).some((other) => other !== path) ? `${name} (${path})` : name
  }
}

const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? `“${value}”` : String(value)

function partInWords(part: Part, nameOf: NameOf): string {
  if ('text' in part) return part.text
  if ('value' in part) return literal(part.value)
  const { path, more } = part
  return more === undefined ? `‹${nameOf(path)}›` : `‹${nameOf(path)}, ${more}›`
}

/** A computed value as people wrote it: a text with values, or rules. */
const inWords = (expression: string, nameOf: NameOf): string | undefined =>
  partsOfExpression(expression)
    ?.map((part) => partInWords(part, nameOf))
    .join('')

/** Two expressions differ in their text, at `…$`. */
function wholeOf({ path, before, after }: ValueDifference) {
  return path.endsWith('.$') ? { before: { $: before }, after: { $: after } } : { before, after }
}

/** Says differences of the settings of a step with the values that it reads by their names. */
export function wordsOfStep(
  definitions: readonly Definition[],
  types: ReadonlyMap<string, StepTypeInfo>,
  stepId: string,
): WordsOf {
  const items = definitions
    .filter(({ steps }) => steps.some(({ id }) => id === stepId))
    .flatMap((definition) => scopeOf(definition, types, stepId, undefined))
  const nameOf = namesOf(items)
  const say = (value: unknown): string | undefined => {
    if (isExpression(value)) return inWords(value.$, nameOf)
    if (value === undefined || value === null) return ''
    return typeof value === 'string' ? value : undefined
  }
  return (difference) => {
    const { before, after } = wholeOf(difference)
    if (!isExpression(before) && !isExpression(after)) return undefined
    const said = { before: say(before), after: say(after) }
    if (said.before === undefined || said.after === undefined) return undefined
    // What differs in code alone is shown as code.
    return said.before === said.after ? undefined : said
  }
}
