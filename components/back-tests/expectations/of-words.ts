import type { Effect } from '#lib/domain/statuses'
import type { ExpectedValue } from './use-expectations.ts'

/** What a step does with its values, after its title: “sends”. */
export function ofWords(of: ExpectedValue['of'], effect: Effect): string {
  if (of === 'output') return 'gives'
  if (effect === 'pure') return 'works with'
  return effect === 'read' ? 'asks' : 'sends'
}
