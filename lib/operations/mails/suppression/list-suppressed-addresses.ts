import { and, desc, isNull, lt, sql } from 'drizzle-orm'
import { suppressedAddresses } from '#db/schema/mails'
import type { SuppressedAddress } from '#lib/contracts/runs/mails'
import type { Page, PageQuery } from '#lib/domain/page'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { containing } from '../../containing.ts'
import { defineOperation } from '../../define-operation.ts'

type Row = typeof suppressedAddresses.$inferSelect

export const suppressedAddressView = (row: Row): SuppressedAddress => {
  const { id, address, reason, detail, mailId, createdAt } = row
  return { id, address, reason, detail, mailId, createdAt: createdAt.toISOString() }
}

/** The addresses that get no mails, newest first. */
export const listSuppressedAddresses = defineOperation<
  PageQuery & { q?: string | undefined },
  Page<SuppressedAddress>
>({
  name: 'listSuppressedAddresses',
  permission: 'mails:read',
  async run({ input, tx }) {
    const found =
      input.q === undefined
        ? undefined
        : sql`${suppressedAddresses.address} like ${containing(input.q.toLowerCase())}`
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(suppressedAddresses)
          .where(
            and(
              isNull(suppressedAddresses.liftedAt),
              found,
              after && lt(suppressedAddresses.id, after[0]),
            ),
          )
          .orderBy(desc(suppressedAddresses.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view: suppressedAddressView,
    })
  },
})
