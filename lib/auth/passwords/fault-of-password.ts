import { eq } from 'drizzle-orm'
import type { Database, Tx } from '#db/client'
import { members, organizations, users } from '#db/schema/index'
import { ApiError } from '#lib/domain/api-error'
import { passwordFault } from '#lib/domain/password-rules'
import { hasFactor, loadFactors } from '../factors/factors-of-person.ts'
import { isCommonPassword } from './is-common-password.ts'

/** Whose password it is, when it has no account yet. `names` are all names that a guesser knows. */
type NewPerson = { names: readonly string[] }

/** The parts of an address that a guesser knows: `ada`, `north-clinic`. */
export function namesOfEmail(email: string): string[] {
  const [local = '', domain = ''] = email.split('@')
  return [local, domain.split('.').slice(0, -1).join(' ')]
}

/**
 * Why this password may not be chosen, as a sentence; undefined when it may. For an account that
 * exists, its names, organizations and second factors are read.
 */
export async function faultOfPassword(
  db: Database | Tx,
  password: string,
  person: NewPerson | { userId: string },
): Promise<string | undefined> {
  const isCommon = isCommonPassword
  if ('names' in person)
    return passwordFault(password, { secondFactor: false, names: person.names, isCommon })
  const { userId } = person
  const [user] = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  const at = await db
    .select({ name: organizations.name })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(eq(members.userId, userId))
  const names = at.map(({ name }) => name)
  if (user) names.push(user.name, ...namesOfEmail(user.email))
  const secondFactor = hasFactor(await loadFactors(db, userId))
  return passwordFault(password, { secondFactor, names, isCommon })
}

/** Throws 400 at the field `path` when this password may not be chosen. */
export async function requireGoodPassword(
  db: Database | Tx,
  password: string,
  person: NewPerson | { userId: string },
  path: string,
): Promise<void> {
  const message = await faultOfPassword(db, password, person)
  if (message) throw ApiError.invalid([{ path, message }])
}
