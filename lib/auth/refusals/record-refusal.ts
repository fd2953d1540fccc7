import { inOrganization } from '#db/client'
import { writeAuditEntry } from '#db/write-audit'
import { ApiError } from '#lib/domain/api-error'
import { log } from '#lib/log'
import type { Actor } from '../actor.ts'
import { consumeUse } from '../rate-limit.ts'

type Refused = {
  /** The id of the endpoint's contract. */
  operation: string
  method: string
  /** The ids of its address. */
  params: Readonly<Record<string, string>>
  requestId: string
}

/** Reads without an id are left out: pages ask for lists that their person may not see. */
const isAudited = ({ method, params }: Refused): boolean =>
  method !== 'GET' || Object.keys(params).length > 0

const longest = 200

/**
 * Writes into the audit log that a caller wanted to do what they may not do. The same refusal is
 * written once a minute, so that a program that tries for ever does not fill the log. A refusal is
 * answered also when this fails.
 */
export async function recordRefusal(
  thrown: unknown,
  actor: Actor | null,
  refused: Refused,
): Promise<void> {
  if (!(thrown instanceof ApiError) || thrown.code !== 'forbidden') return
  if (!actor || actor.kind === 'public' || !isAudited(refused)) return
  const { operation, params, requestId } = refused
  const details = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value.slice(0, longest)]),
  )
  try {
    const of = ['refusal', actor.id, operation, JSON.stringify(details)]
    if ((await consumeUse({ of, most: 1, seconds: 60 })) > 0) return
    await inOrganization(actor.organizationId, (tx) =>
      writeAuditEntry(tx, {
        organizationId: actor.organizationId,
        actor: { ...actor, kind: actor.kind === 'api-key' ? 'api-key' : 'user' },
        action: 'access.refused',
        objectKind: 'operation',
        objectId: operation,
        details,
        requestId,
      }),
    )
  } catch (error) {
    log.error({ error, requestId, operation }, 'a refusal was not written into the audit log')
  }
}
