import { sql } from 'drizzle-orm'
import { engineDb, type Tx } from '#db/client'
import { goesOnHere } from '#db/goes-on-here'
import { notificationKinds, type NotificationKind } from '#lib/domain/notification/choices'
import { countedWords, pathOfNotification, type Subject } from '#lib/domain/notification/words'
import { env } from '#lib/env'
import { queueMail } from '../mails/queue-mail.ts'
import { stopToken } from './stop-token.ts'

/** So many people in one round. */
const batch = 25
/** What is due a little later goes with the same mail. */
const gathered = '3 minutes'
const mostLinks = 20

type Due = {
  organization_id: string
  user_id: string
  name: string | null
  email: string
  organization: string
  notifications: (Subject & { id: string; kind: NotificationKind })[]
}

/** The text of the mail: numbers and links, nothing of a patient. */
function textOf({ name, organization, notifications, ...due }: Due): {
  subject: string
  text: string
} {
  const { BASE_URL } = env()
  const lines = notificationKinds.flatMap((kind) => {
    const { length } = notifications.filter((each) => each.kind === kind)
    return length > 0 ? [`- ${countedWords(kind, length)}`] : []
  })
  const paths = [...new Set(notifications.map(pathOfNotification))]
  const links = paths.slice(0, mostLinks).map((path) => `${BASE_URL}${path}`)
  if (paths.length > mostLinks) links.push(`And ${paths.length - mostLinks} more in Rounds.`)
  const { length } = notifications
  const stop = stopToken({ organizationId: due.organization_id, userId: due.user_id })
  return {
    subject: length === 1 ? 'Something new for you in Rounds' : `${length} things new in Rounds`,
    text: [
      `Hello ${name},`,
      `New for you at ${organization}:\n${lines.join('\n')}`,
      links.join('\n'),
      `Choose what you are told: ${BASE_URL}/settings?tab=notifications\n` +
        `Stop these mails: ${BASE_URL}/stop-mails/${stop}`,
    ].join('\n\n'),
  }
}

/**
 * Takes what is due of some people out of the list, with their addresses. Rows that another worker
 * has are left to it. Nobody's address is answered for people who are no members any more.
 */
async function takeDue(tx: Tx): Promise<Due[]> {
  const { rows } = await tx.execute<Due>(sql`
    with people as (
      select distinct organization_id, user_id from (
        select organization_id, user_id from notifications
        where mail_at <= now() and ${goesOnHere} order by mail_at limit ${batch}) as first),
    mine as (
      select notifications.id from notifications join people using (organization_id, user_id)
      where mail_at <= now() + ${gathered}::interval
      for update of notifications skip locked),
    told as (
      update notifications set mail_at = null, mailed_at = now()
      where id in (select id from mine)
      returning id, organization_id, user_id, kind, run_id, task_id, workflow_id, step_id, absence_id)
    select told.organization_id, told.user_id, members.name, members.email,
      organizations.name as organization,
      json_agg(json_build_object('id', told.id, 'kind', kind, 'runId', run_id, 'taskId', task_id,
        'workflowId', workflow_id, 'stepId', step_id,
        'absenceId', absence_id) order by told.id) as notifications
    from told join organizations on organizations.id = told.organization_id
      left join members on members.organization_id = told.organization_id
        and members.user_id = told.user_id and members.disabled_at is null
    group by told.organization_id, told.user_id, members.name, members.email, organizations.name`)
  return rows
}

/**
 * Mails people what is due, one mail for each, in the transaction that marks it as told. Answers
 * whether somebody was told: then there may be more.
 */
export async function sendDueMails(): Promise<boolean> {
  return await engineDb().transaction(async (tx) => {
    const due = await takeDue(tx)
    for (const each of due) {
      if (each.name === null) continue
      const { organization_id: organizationId, user_id: userId, email, notifications } = each
      await queueMail(tx, organizationId, {
        key: `notifications:${notifications[0]?.id}`,
        to: [email],
        ...textOf(each),
        stopUrl: `${env().BASE_URL}/api/v2/notifications/stop/${stopToken({ organizationId, userId })}`,
        private: true,
      })
    }
    return due.length > 0
  })
}
