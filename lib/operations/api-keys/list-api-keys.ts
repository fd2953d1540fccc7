import { and, asc, eq, gt } from 'drizzle-orm'
import { apiKeys, members } from '#db/schema/people'
import type { ApiKeyView } from '#lib/contracts/organization/api-keys'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '#lib/operations/define-operation'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { apiKeyView, knownOf, makerOf } from './api-key-view.ts'

type Query = PageQuery & { ownerId?: string | undefined }

/** The API keys of the organization, or those that a member owns, by name. */
export const listApiKeys = defineOperation<Query, Page<ApiKeyView>>({
  name: 'listApiKeys',
  permission: 'api-keys:manage',
  async run({ input, tx }) {
    const owned = input.ownerId ? eq(apiKeys.createdBy, input.ownerId) : undefined
    const { items, nextCursor } = await keysetPage(input, {
      shape: [cursorValue.text],
      rows: (after, count) =>
        tx
          .select({ key: apiKeys, name: members.name, role: members.role })
          .from(apiKeys)
          .leftJoin(members, makerOf)
          .where(and(owned, after && gt(apiKeys.name, after[0])))
          .orderBy(asc(apiKeys.name))
          .limit(count),
      keyOf: ({ key }) => [key.name],
      view: (row) => row,
    })
    const known = await knownOf(
      tx,
      items.map(({ key }) => key),
    )
    return { items: items.map(({ key, ...maker }) => apiKeyView(key, maker, known)), nextCursor }
  },
})
