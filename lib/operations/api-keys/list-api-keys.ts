import { asc, gt } from 'drizzle-orm'
import { apiKeys, members } from '#db/schema/people'
import type { ApiKeyView } from '#lib/contracts/api-keys'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '#lib/operations/define-operation'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { apiKeyView, makerOf } from './api-key-view.ts'

/** The API keys of the organization, by name. */
export const listApiKeys = defineOperation<PageQuery, Page<ApiKeyView>>({
  name: 'listApiKeys',
  permission: 'api-keys:manage',
  async run({ input, tx }) {
    const after = decodeCursor(input.cursor, 1)?.[0]
    const rows = await tx
      .select({ key: apiKeys, name: members.name, role: members.role })
      .from(apiKeys)
      .leftJoin(members, makerOf)
      .where(after === undefined ? undefined : gt(apiKeys.name, after))
      .orderBy(asc(apiKeys.name))
      .limit(input.limit + 1)
    const view = ({ key, ...maker }: (typeof rows)[number]) => apiKeyView(key, maker)
    return pageOfRows(rows, input.limit, ({ key }) => [key.name], view)
  },
})
