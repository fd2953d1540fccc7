import { eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { sessions } from '#db/schema/people'

/**
 * Ends a session whose cookie was shown to us; the cookie is worth nothing afterwards, wherever a
 * copy of it lies.
 */
export async function endSessionById(id: string): Promise<void> {
  await authDb().delete(sessions).where(eq(sessions.id, id))
}
