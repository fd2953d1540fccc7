import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { auditEntries } from '#db/schema/records'
import { runs, tasks } from '#db/schema/runs'
import type { Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import type { HistoryEntry } from '#lib/contracts/runs/comments'
import type { Page, PageQuery } from '#lib/domain/page'
import { historyActions, type FileRemovalReason, type HistoryAction } from '#lib/domain/run/history'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, instantOfMicros, keysetPage, microsOf } from '../keyset.ts'
import { caseOfRun } from './case-of-run.ts'

/** So many screens and steps of a run are looked up in the audit log; the newest. */
const mostTasks = 500

type Acted = { id: string; title: string }

/** The steps of a run, and of the items of its loops, with which people do something. */
async function tasksOf(tx: Tx, runId: string): Promise<Map<string, Acted>> {
  const found = await tx
    .select({
      id: tasks.id,
      title: sql<string>`coalesce(${tasks.state}->>'title', ${tasks.title})`,
    })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.runId))
    .where(or(eq(runs.id, runId), eq(runs.scopeRunId, runId)))
    // Screens first: the other steps are acted on rarely.
    .orderBy(sql`${tasks.stepType} <> 'screen'`, desc(tasks.id))
    .limit(mostTasks)
  return new Map(found.map((task) => [task.id, task]))
}

/** Two openings by one person that follow each other are one. */
function withoutRepeated(entries: HistoryEntry[]): HistoryEntry[] {
  const isSame = (one: HistoryEntry, other: HistoryEntry | undefined) =>
    one.action.endsWith('.read') &&
    one.action === other?.action &&
    one.by === other.by &&
    one.task?.id === other.task?.id
  return entries.filter((entry, at) => !isSame(entry, entries[at - 1]))
}

/** Who did what with a run that the caller sees, and with its screens. */
export async function historyOfRun(
  tx: Tx,
  actor: Actor,
  runId: string,
  input: PageQuery,
): Promise<Page<HistoryEntry>> {
  const byId = await tasksOf(tx, runId)
  const { organizationId } = actor
  const page = await keysetPage(input, {
    shape: [cursorValue.micros, cursorValue.uuid],
    rows: (after, count) => {
      const at = after && instantOfMicros(after[0])
      return tx
        .select({
          id: auditEntries.id,
          at: auditEntries.createdAt,
          micros: microsOf(auditEntries.createdAt),
          action: auditEntries.action,
          by: auditEntries.actorName,
          to: sql<string | null>`${auditEntries.details}->>'toName'`,
          for: sql<string | null>`${auditEntries.details}->>'forName'`,
          reason: sql<FileRemovalReason | null>`case when ${auditEntries.action}
            = 'run.file-removed' then ${auditEntries.details}->>'reason' end`,
          objectId: auditEntries.objectId,
        })
        .from(auditEntries)
        .where(
          and(
            eq(auditEntries.organizationId, organizationId),
            inArray(auditEntries.objectId, [runId, ...byId.keys()]),
            inArray(auditEntries.action, [...historyActions]),
            at &&
              after &&
              or(
                lt(auditEntries.createdAt, at),
                and(eq(auditEntries.createdAt, at), lt(auditEntries.id, after[1])),
              ),
          ),
        )
        .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
        .limit(count)
    },
    keyOf: ({ micros, id }) => [micros, id],
    view: ({ id, at, action, by, to, for: absent, reason, objectId }): HistoryEntry => ({
      id,
      at: at.toISOString(),
      by,
      to,
      for: absent,
      reason,
      action: action as HistoryAction,
      task: byId.get(objectId) ?? null,
    }),
  })
  return { ...page, items: withoutRepeated(page.items) }
}

/** Who did what with a run and its screens, for who sees it, out of the audit log. */
export const getRunHistory = defineOperation<PageQuery & { id: string }, Page<HistoryEntry>>({
  name: 'getRunHistory',
  permission: 'runs:read',
  run: async ({ actor, input, tx }) =>
    await historyOfRun(tx, actor, await caseOfRun(tx, actor, input.id), input),
})
