import type { BackTestView } from '#lib/contracts/workflows/back-tests'
import { differenceInWords } from '#lib/domain/back-test/in-words'

export type Group = Omit<BackTestView['groups'][number], 'number' | 'name'>

/** What a group says of its step, after the step's title, with the branches as people named them. */
export const groupInWords = (group: Group): string =>
  differenceInWords({
    ...group,
    before: group.beforeTitle ?? group.before,
    after: group.afterTitle ?? group.after,
  })
