import type { TriedStep } from '#lib/contracts/workflows/tries'
import { countOf } from '#lib/domain/count-of'

const countedIf = (count: number, word: string): string[] =>
  count > 0 ? [countOf(count, word)] : []

/** From where the answers of steps that were tried came, where they were not computed. */
export function answersInWords(steps: Pick<TriedStep, 'answered' | 'askedOther'>[]): string[] {
  const from = (answered: TriedStep['answered']) =>
    steps.filter((step) => step.answered === answered)
  const recorded = from('record')
  const other = recorded.filter(({ askedOther }) => askedOther.length > 0).length
  const isAll = other > 0 && other === recorded.length
  return [
    ...countedIf(recorded.length, 'recorded answer').map((words) =>
      isAll ? `${words} for other settings` : words,
    ),
    ...(other > 0 && !isAll ? [`${other} of them for other settings`] : []),
    ...countedIf(from('example').length, 'example answer'),
    ...countedIf(from('pinned').length, 'pinned answer'),
    ...countedIf(from('disabled').length, 'disabled step'),
  ]
}
