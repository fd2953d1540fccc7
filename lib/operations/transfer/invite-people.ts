import { eq, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { passwordResets } from '#db/schema/factors'
import { users } from '#db/schema/people'
import { mailToPerson } from '../mails/notify-person.ts'
import { canMail, resetAddress, storeReset } from '../sign-in/password-resets.ts'

export type InvitedPerson = { email: string; link: string; mailed: boolean }

/**
 * Makes a link for each person whose account an import created, with which they choose a password
 * within seven days, and mails it where this installation sends mail.
 */
export async function invitePeople(
  emails: readonly string[],
  organization: string,
): Promise<InvitedPerson[]> {
  const invited: InvitedPerson[] = []
  for (const email of emails)
    await authDb().transaction(async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
      if (!user) return
      const link = resetAddress(await storeReset(tx, user.id, { removesFactors: false }))
      await tx
        .update(passwordResets)
        .set({ expiresAt: sql`now() + interval '7 days'` })
        .where(eq(passwordResets.userId, user.id))
      const lines = [
        `${organization} has moved here, with your membership. Choose a password within 7 days:`,
        link,
      ]
      if (canMail())
        await mailToPerson(tx, user.id, { subject: `${organization} has moved`, lines })
      invited.push({ email, link, mailed: canMail() })
    })
  return invited
}
