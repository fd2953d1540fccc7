import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { askForAccount } from '#lib/cells/ask'
import { otherCells } from '#lib/cells/cells'
import type { Elsewhere } from '#lib/contracts/organization/memberships'
import { asOperation } from '../define-operation.ts'

const permission = 'self:manage'

async function list(actor: Actor): Promise<{ items: Elsewhere[] }> {
  requirePermission(actor, permission)
  const { id, email } = actor
  if (actor.kind !== 'user' || email === null) return { items: [] }
  const answers = await Promise.allSettled(
    otherCells().map(async (cell) => {
      const account = await askForAccount(cell, { id, email })
      return account ? [{ cell: cell.name, ...account }] : []
    }),
  )
  return { items: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])) }
}

/**
 * Lists the caller's accounts in other cells. They are accounts of their own, with a password,
 * factors and sessions of their own, so a session never goes on there.
 */
export const listOrganizationsElsewhere = asOperation(
  { name: 'listOrganizationsElsewhere', permission },
  list,
)
