import type { Tx } from '#db/client'
import { recoveryCodes } from '#db/schema/factors'
import { eq } from 'drizzle-orm'
import { hasFactor, loadFactors } from '#lib/auth/factors/factors-of-person'
import { factorDueAt } from '#lib/auth/factors/requirement'
import { ApiError } from '#lib/domain/api-error'

/**
 * After a factor was removed: whether the person has another one. Without any, their recovery codes
 * are deleted, too. Throws 409, which undoes the removal, when a second factor is required of them.
 */
export async function requireAnotherFactor(tx: Tx, userId: string): Promise<boolean> {
  if (hasFactor(await loadFactors(tx, userId))) return true
  const due = await factorDueAt(tx, userId)
  if (due && due <= new Date())
    throw new ApiError(
      'conflict',
      'Your organization asks for a second factor, and this is your only one. Add another first.',
    )
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return false
}
