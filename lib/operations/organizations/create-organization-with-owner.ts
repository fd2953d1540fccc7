import { ne } from 'drizzle-orm'
import { authDb } from '#db/client'
import { instanceAdministrators, members, organizations, users } from '#db/schema/index'
import { hashPassword } from '#lib/auth/password'
import { newId } from '#lib/ids'

type Input = { organizationName: string; slug: string } & (
  | { ownerEmail: string; ownerName: string; password: string }
  | { ownerEmail?: undefined; ownerName?: undefined; password?: undefined }
)

/**
 * Creates an organization in one transaction, with its owner when one is named. Answers the
 * organization's id. Throws when the slug or the e-mail address is taken. For the seed; people use
 * the first-start page.
 */
export async function createOrganizationWithOwner(input: Input): Promise<string> {
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password)
  const organizationId = newId()
  await authDb().transaction(async (tx) => {
    await tx
      .insert(organizations)
      .values({ id: organizationId, slug: input.slug, name: input.organizationName })
    if (input.ownerEmail === undefined) return
    const userId = newId()
    const email = input.ownerEmail.toLowerCase()
    await tx.insert(users).values({ id: userId, email, name: input.ownerName, passwordHash })
    await tx
      .insert(members)
      .values({ organizationId, userId, role: 'owner', name: input.ownerName, email })
    // The owner of the first organization made the installation.
    const [other] = await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(ne(organizations.id, organizationId))
      .limit(1)
    if (!other) await tx.insert(instanceAdministrators).values({ userId, grantedBy: 'First start' })
  })
  return organizationId
}
