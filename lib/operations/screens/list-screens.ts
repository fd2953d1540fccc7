import { and } from 'drizzle-orm'
import type { InboxItem } from '#lib/contracts/runs/screens'
import type { Page, PageQuery } from '#lib/domain/page'
import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import type { InboxSort, SortDirection } from '#lib/domain/run/inbox-words'
import { keysetPage } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { wantedBy } from './queue/filters.ts'
import { findItems, inboxItems, type ItemRow } from './queue/find-items.ts'
import { orderOf } from './queue/order.ts'

type Query = PageQuery &
  InboxFilters & {
    sort?: InboxSort | undefined
    direction?: SortDirection | undefined
    /** As clients said it before persons could be named. */
    claim?: 'mine' | 'unclaimed' | 'others' | 'any' | undefined
  }

const assignees = { mine: 'me', unclaimed: 'nobody', others: 'others', any: undefined } as const

/** The inbox. */
export const listScreens = defineOperation<Query, Page<InboxItem>>({
  name: 'listScreens',
  permission: 'screens:work',
  reads: 'at the standby',
  async run({ actor, input, tx }) {
    const { sort, direction, claim = 'any', cursor, limit, ...filters } = input
    const wanted = await wantedBy(tx, actor, { assignee: assignees[claim], ...filters })
    const { by, first, shape, name, needsCase, after: following } = orderOf(sort, direction)
    const page = await keysetPage(
      { cursor, limit },
      {
        shape,
        async rows(after, count) {
          const rows: ItemRow[] = []
          for (const part of after ? following(after) : [undefined]) {
            if (rows.length >= count) break
            const found = await findItems(tx, actor, {
              where: and(wanted.where, part),
              needsCase: wanted.needsCase || needsCase,
              by,
              first,
              limit: count - rows.length,
            })
            rows.push(...found)
          }
          return rows
        },
        keyOf: (row) => [name, row.first, row.micros, row.taskId],
        view: (row) => row,
      },
    )
    return { ...page, items: await inboxItems(tx, actor, page.items) }
  },
})
