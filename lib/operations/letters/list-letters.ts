import { and, desc, eq, lt } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { letters } from '#db/schema/letters'
import type { LetterSummary } from '#lib/contracts/letters'
import { ApiError } from '#lib/domain/api-error'
import type { LetterStatus } from '#lib/domain/provider/letter'
import type { Page, PageQuery } from '#lib/domain/page'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { letterSummary } from './letter-view.ts'

/** The organization's letters, newest first. Ids are UUIDs of version 7, so they sort by time. */
export const listLetters = defineOperation<
  PageQuery & { status?: LetterStatus | undefined },
  Page<LetterSummary>
>({
  name: 'listLetters',
  permission: 'integrations:call',
  async run({ input, tx }) {
    const after = decodeCursor(input.cursor, 1)?.[0]
    if (after !== undefined && !isUuid(after))
      throw ApiError.invalid([
        {
          path: 'cursor',
          message:
            'This cursor is not one of ours. Use nextCursor of the answer before, unchanged.',
        },
      ])
    const rows = await tx
      .select()
      .from(letters)
      .where(
        and(
          input.status ? eq(letters.status, input.status) : undefined,
          after ? lt(letters.id, after) : undefined,
        ),
      )
      .orderBy(desc(letters.id))
      .limit(input.limit + 1)
    return pageOfRows(rows, input.limit, (row) => [row.id], letterSummary)
  },
})
