import { asc, gt } from 'drizzle-orm'
import { apiKeys, members } from '#db/schema/people'
import type { ApiKeyView } from '#lib/contracts/organization/api-keys'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '#lib/operations/define-operation'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { apiKeyView, knownOf, makerOf } from './api-key-view.ts'

/** The API keys of the organization, by name. */
export const listApiKeys = defineOperation<PageQuery, Page<ApiKeyView>>({
  name: 'listApiKeys',
  permission: 'api-keys:manage',
  async run({ input, tx }) {
    const { items, nextCursor } = await keysetPage(input, {
      shape: [cursorValue.text],
      rows: (after, count) =>
        tx
          .select({ key: apiKeys, name: members.name, role: members.role })
          .from(apiKeys)
          .leftJoin(members, makerOf)
          .where(after && gt(apiKeys.name, after[0]))
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
