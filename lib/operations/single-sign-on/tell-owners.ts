import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members } from '#db/schema/index'
import { queueMail } from '../mails/queue-mail.ts'

/** Mails all owners of an organization; `key` makes it one mail. */
export async function tellOwners(
  tx: Tx,
  organizationId: string,
  mail: { key: string; subject: string; text: string },
): Promise<void> {
  const owners = await tx
    .select({ email: members.email })
    .from(members)
    .where(
      and(
        eq(members.organizationId, organizationId),
        eq(members.role, 'owner'),
        isNull(members.disabledAt),
      ),
    )
    .orderBy(asc(members.createdAt))
    .limit(50)
  const to = owners.map(({ email }) => email)
  if (to.length > 0) await queueMail(tx, organizationId, { ...mail, to })
}
