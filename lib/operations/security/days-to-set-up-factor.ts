import { eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { users } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import { hasFactor, loadFactors } from '#lib/auth/factors/factors-of-person'
import { factorDueAt } from '#lib/auth/factors/requirement'

const dayMs = 24 * 60 * 60 * 1000

/**
 * How many days this person has left to set up a second factor: 0 when their next sign-in begins
 * with it; null when they have one, or none is asked of them.
 */
export async function daysToSetUpFactor(actor: Actor, now = new Date()): Promise<number | null> {
  if (actor.kind !== 'user') return null
  const due = await factorDueAt(authDb(), actor.id)
  if (!due || hasFactor(await loadFactors(authDb(), actor.id))) return null
  // Who signs in by single sign-on only is asked by their provider.
  const mine = eq(users.id, actor.id)
  const [user] = await authDb().select({ hash: users.passwordHash }).from(users).where(mine)
  if (!user?.hash) return null
  return Math.max(0, Math.ceil((due.getTime() - now.getTime()) / dayMs))
}
