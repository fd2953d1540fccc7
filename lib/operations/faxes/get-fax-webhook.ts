import { and, eq } from 'drizzle-orm'
import { connections } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'
import { env } from '#lib/env'
import { defineOperation } from '../define-operation.ts'
import { hookToken } from '../hie/hook-token.ts'

/** The webhook address of a fax connection. Throws `unknown_connection`. */
export const getFaxWebhook = defineOperation<{ slug: string }, { url: string }>({
  name: 'getFaxWebhook',
  // The address is a credential: with it one can send messages.
  permission: 'connections:manage',
  async run({ actor: { organizationId }, input: { slug }, tx }) {
    const [row] = await tx
      .select({ id: connections.id })
      .from(connections)
      .where(and(eq(connections.kind, 'fax'), eq(connections.slug, slug)))
    if (!row)
      throw new ApiError(
        'unknown_connection',
        `There is no fax connection "${slug}" in this organization. ` +
          'Its slugs are listed under Connections.',
        { kind: 'fax', slug },
      )
    const token = hookToken({ organizationId, connectionId: row.id })
    return { url: `${env().BASE_URL}/api/v2/hooks/fax/${token}` }
  },
})
