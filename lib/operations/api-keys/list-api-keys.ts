import { asc, gt } from 'drizzle-orm'
import { apiKeys, members } from '#db/schema/people'
import type { ApiKeyView } from '#lib/contracts/organization/api-keys'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '#lib/operations/define-operation'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { apiKeyView, makerOf } from './api-key-view.ts'

/** The API keys of the organization, by name. */
export const listApiKeys = defineOperation<PageQuery, Page<ApiKeyView>>({
  name: 'listApiKeys',
  permission: 'api-keys:manage',
  async run({ input, tx }) {
    return await keysetPage(input, {
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
      view: ({ key, ...maker }) => apiKeyView(key, maker),
    })
  },
})
