import { eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { sessions } from '#db/schema/people'

/** Ends the session of a cookie; after that every copy of the cookie is invalid. */
export async function endSessionById(id: string): Promise<void> {
  await authDb().delete(sessions).where(eq(sessions.id, id))
}
