import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import { defineOperation } from '../define-operation.ts'
import { wantedBy } from './queue/filters.ts'
import { countItems } from './queue/find-items.ts'

/** How many screens of the inbox match. */
export const countScreens = defineOperation<InboxFilters, { count: number }>({
  name: 'countScreens',
  permission: 'screens:work',
  reads: 'at the standby',
  async run({ actor, input, tx }) {
    return { count: await countItems(tx, actor, await wantedBy(tx, actor, input)) }
  },
})
