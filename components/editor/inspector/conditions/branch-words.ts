import type { CompletionItem } from '#components/code/code-help'
import { isGroup, readCondition, type Rule } from '#lib/domain/expressions/written/condition'
import type { Step } from '#lib/domain/workflow/definition'
import { isExpression } from '#lib/domain/workflow/is-expression'
import type { Choice } from '../../model/form/choices.ts'
import { sameJson } from '../../model/same-json.ts'
import { choicesFor, kindOfItem } from './operators.ts'

type Labels = Record<string, string>
type Config = Step['config']

/** The only rule of a condition; undefined when it has others, or is code. */
function onlyRule(config: Config): Rule | undefined {
  const when = config['when']
  const group = isExpression(when) ? readCondition(when.$) : undefined
  const [rule, ...others] = group?.rules ?? []
  return rule && !isGroup(rule) && others.length === 0 && !group?.not ? rule : undefined
}

const yesNo: Choice[] = [
  { value: 'true', title: 'Yes' },
  { value: 'false', title: 'No' },
]

/** What the two ways of a condition are called by its rule: by the choices that it tells apart. */
function wordsOf(config: Config, items: CompletionItem[]): Labels | undefined {
  const { path, operator, compared } = onlyRule(config) ?? {}
  if (compared?.kind !== 'fixed' || (operator !== 'is' && operator !== 'is-not')) return undefined
  const item = items.find((one) => one.path === path)
  const choices = kindOfItem(item) === 'yes-no' ? yesNo : choicesFor(item?.schema)
  const chosen = choices.find(({ value }) => value === String(compared.value))
  if (!chosen) return undefined
  const [other, ...more] = choices.filter(({ value }) => value !== chosen.value)
  const rest = other && more.length === 0 ? other.title : 'Otherwise'
  const cut = (words: string) => words.slice(0, 60)
  return operator === 'is'
    ? { true: cut(chosen.title), false: cut(rest) }
    : { true: cut(rest), false: cut(chosen.title) }
}

/**
 * The names of a condition's ways after its rule changed: they follow the rule until somebody has
 * given them names.
 */
export function branchWords(step: Step, next: Config, items: CompletionItem[]): Labels | undefined {
  const { branchLabels } = step
  if (step.type !== 'condition' || sameJson(step.config, next)) return branchLabels
  const follows = branchLabels === undefined || sameJson(branchLabels, wordsOf(step.config, items))
  return follows ? wordsOf(next, items) : branchLabels
}
