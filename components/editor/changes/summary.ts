import { countOf } from '#lib/domain/count-of'
import type { DefinitionDifference } from '../model/diff-definitions.ts'

type Part = { count: number; word: string }

const changes = ['added', 'changed', 'removed'] as const

const partsOf = (items: readonly { change: string }[]): Part[] =>
  changes.map((word) => ({ word, count: items.filter(({ change }) => change === word).length }))

/** `2 steps added, 1 changed`. */
const inWords = (parts: Part[], one: string): string[] =>
  parts
    .filter(({ count }) => count > 0)
    .map(({ count, word }, place) =>
      place === 0 ? `${countOf(count, one)} ${word}` : `${count.toLocaleString('en-US')} ${word}`,
    )

/** “2 steps added, 1 changed, start form or settings changed, 1 group added.” */
export function summaryOf({ steps, workflow, notes, groups, moved }: DefinitionDifference): string {
  return [
    ...inWords([...partsOf(steps), { count: moved.length, word: 'moved' }], 'step'),
    ...(workflow.length > 0 ? ['start form or settings changed'] : []),
    ...inWords(partsOf(groups), 'group'),
    ...inWords(partsOf(notes), 'note'),
  ].join(', ')
}
