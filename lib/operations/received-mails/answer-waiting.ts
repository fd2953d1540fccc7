import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { mailReplyAddresses } from '#db/schema/received-mails'
import { runs, tasks } from '#db/schema/runs'
import { isTerminalRun, isTerminalTask } from '#lib/domain/statuses'
import { endAsyncResult } from '#lib/engine/commands/end-async-result'
import { newId } from '#lib/ids'
import { replyAddress } from './addresses.ts'
import type { ReceivedMail } from './read-stored-mail.ts'

/** The kind of async results that received mails end; no caller ends them by hand. */
const asyncResultKind = 'mail-reply'

type Waiting = { key: string; runId: string; taskId: string; workflowId: string }

/**
 * Makes the address at which a person answers a run, and what the run waits for. The same key
 * always has the same address.
 */
export async function insertReplyAddress(
  tx: Tx,
  organizationId: string,
  waiting: Waiting,
): Promise<{ address: string; asyncResultId: string }> {
  const [known] = await tx
    .select()
    .from(mailReplyAddresses)
    .where(eq(mailReplyAddresses.key, waiting.key))
  if (known) return { address: replyAddress(known.id), asyncResultId: known.asyncResultId }
  const asyncResultId = newId()
  await tx.insert(asyncResults).values({
    id: asyncResultId,
    organizationId,
    kind: asyncResultKind,
    description: 'An answer by mail',
    createdBy: 'a workflow',
  })
  const id = newId()
  await tx.insert(mailReplyAddresses).values({ id, organizationId, asyncResultId, ...waiting })
  return { address: replyAddress(id), asyncResultId }
}

const late = {
  code: 'not-waiting',
  message: 'The run does not wait for an answer any more: it was answered, or has ended.',
}

/** Whether the step still waits: its run may be over, or it waited too long. */
async function isWaiting(tx: Tx, asyncResultId: string): Promise<boolean> {
  const [asked] = await tx
    .select({ runStatus: runs.status, taskStatus: tasks.status })
    .from(mailReplyAddresses)
    .innerJoin(runs, eq(runs.id, mailReplyAddresses.runId))
    // Without a row the task has not begun to wait yet.
    .leftJoin(tasks, and(eq(tasks.runId, runs.id), eq(tasks.id, mailReplyAddresses.taskId)))
    .where(eq(mailReplyAddresses.asyncResultId, asyncResultId))
  return (
    asked !== undefined &&
    !isTerminalRun(asked.runStatus) &&
    !(asked.taskStatus && isTerminalTask(asked.taskStatus))
  )
}

/**
 * Lets the run go on that waits for this mail. Only the first answer does; a later one is kept for
 * people to see. The step gets the mail's id, and reads its content when it goes on.
 */
export async function answerWaiting(
  tx: Tx,
  { id: mailId, organizationId, asyncResultId, runId }: ReceivedMail,
): Promise<Pick<ReceivedMail, 'status' | 'reason' | 'runId'>> {
  const [row] =
    asyncResultId === null
      ? []
      : await tx
          .select({ status: asyncResults.status })
          .from(asyncResults)
          .where(
            and(
              eq(asyncResults.id, asyncResultId),
              eq(asyncResults.organizationId, organizationId),
            ),
          )
          .for('update')
  const waits = row?.status === 'pending' && asyncResultId !== null
  if (!waits || !(await isWaiting(tx, asyncResultId)))
    return { status: 'stopped', reason: late, runId }
  await endAsyncResult(tx, organizationId, asyncResultId, {
    status: 'completed',
    result: { mailId },
  })
  return { status: 'answered', reason: null, runId }
}
