import { eq, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { taskProgress } from '#db/schema/runs'
import type { TaskProgress } from '#lib/domain/run/task-progress'
import { log } from '#lib/log'
import { requireRun } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { getTaskOrThrow } from './find-task.ts'

export type OfTask = { runId: string; taskId: string }

/** More often nobody looks. */
const writeEveryMs = 1_000

/**
 * Writes how far a task is while it works, for people who wait. It is only for them: when it cannot
 * be written, the work goes on.
 */
export class ProgressNotes {
  readonly #organizationId: string
  readonly #task: OfTask
  #writtenAt = Number.NEGATIVE_INFINITY
  #writing: Promise<void> = Promise.resolve()
  #isWritten = false

  constructor(organizationId: string, task: OfTask) {
    this.#organizationId = organizationId
    this.#task = task
  }

  note(progress: TaskProgress): void {
    const now = performance.now()
    const isLast = progress.readPages === progress.pages
    if (now - this.#writtenAt < writeEveryMs && !isLast) return
    this.#writtenAt = now
    this.#isWritten = true
    this.#then(async () => {
      const row = { ...progress, updatedAt: sql`now()` }
      const { runId, taskId } = this.#task
      await inOrganization(this.#organizationId, (tx) =>
        tx
          .insert(taskProgress)
          .values({ ...row, taskId, runId, organizationId: this.#organizationId })
          .onConflictDoUpdate({ target: taskProgress.taskId, set: row }),
      )
    })
  }

  /** The work is over, however it ended. */
  async end(): Promise<void> {
    if (!this.#isWritten) return
    this.#then(async () => {
      await inOrganization(this.#organizationId, (tx) =>
        tx.delete(taskProgress).where(eq(taskProgress.taskId, this.#task.taskId)),
      )
    })
    await this.#writing
  }

  /** One after the other, so that an older note never replaces a newer one. */
  #then(write: () => Promise<void>): void {
    const { taskId } = this.#task
    this.#writing = this.#writing
      .then(write)
      .catch((error: unknown) => log.warn({ error, taskId }, 'progress could not be written'))
  }
}

/** How far a task is that reads documents; null for others, and when it does not work now. */
export const getTaskProgress = defineOperation<
  { taskId: string },
  { progress: TaskProgress | null }
>({
  name: 'getTaskProgress',
  permission: 'runs:read',
  async run({ actor, input: { taskId }, tx }) {
    const task = await getTaskOrThrow(tx, taskId)
    await requireRun(tx, actor, task.runId, { what: 'task', id: taskId })
    if (task.status !== 'running') return { progress: null }
    const { pages, readPages, file, files } = taskProgress
    const [progress] = await tx
      .select({ pages, readPages, file, files })
      .from(taskProgress)
      .where(eq(taskProgress.taskId, taskId))
    return { progress: progress ?? null }
  },
})
