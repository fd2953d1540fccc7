import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import type { files } from '#db/schema/documents'
import { runs, tasks } from '#db/schema/runs'
import { testCases } from '#db/schema/test-sets'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { may } from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'
import { allowedScreens, chosenScreens, seesAllRuns, visibleAmong } from '../access/access-sql.ts'
import { scopeOf, targetOf } from '../access/scope-of.ts'
import { searchOf, searchRuns } from '../runs/search.ts'
import { isOpenScreen } from '../screens/screen-columns.ts'
import { getFileOrThrow } from './find-file.ts'

type File = typeof files.$inferSelect

/** How many of the newest runs that name a file are looked at. */
const most = 200

/** Whether one of these runs is one that the caller sees. */
const seesOneOf = async (tx: Tx, actor: Actor, ids: string[]): Promise<boolean> =>
  (await visibleAmong(tx, actor, ids)).size > 0

/** The runs whose start data name this file. */
async function runsNaming(tx: Tx, id: string): Promise<string[]> {
  const search = searchOf({ q: id })
  return search ? await searchRuns(tx, search, undefined, undefined, most) : []
}

/** Whether an open screen that the caller may do shows this file. */
async function isOnTheirScreen(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.runId))
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .where(
      and(
        isOpenScreen,
        sql`strpos(${tasks.state}::text, ${id}) > 0`,
        chosenScreens(actor),
        allowedScreens(actor),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Whether a file is of a case whose test set the caller may have (`testedWorkflow`). */
async function hasCase(tx: Tx, actor: Actor, caseId: string): Promise<boolean> {
  const [workflow] = await tx
    .select({ id: workflows.id, folderId: workflows.folderId })
    .from(testCases)
    .innerJoin(workflows, eq(workflows.id, testCases.workflowId))
    .where(eq(testCases.id, caseId))
  if (!workflow || actor.sandbox) return false
  const target = targetOf(workflow)
  return may(scopeOf(actor), 'edit', target) && may(scopeOf(actor), 'seeRuns', target)
}

/**
 * A file for a caller: all for who sees all runs; else one's own, those of the runs that one sees,
 * those on one's screens, and those of test sets that one may have. Throws 404.
 */
export async function getFileFor(tx: Tx, actor: Actor, id: string): Promise<File> {
  const file = await getFileOrThrow(tx, id)
  if (seesAllRuns(actor)) return file
  if (file.testCaseId !== null && (await hasCase(tx, actor, file.testCaseId))) return file
  const own = [actor.id, actor.personId]
  if (file.createdById !== null && own.includes(file.createdById)) return file
  const named = file.runId === null ? [] : [file.runId]
  const sees =
    (await seesOneOf(tx, actor, named)) ||
    (await seesOneOf(tx, actor, await runsNaming(tx, file.id))) ||
    (await isOnTheirScreen(tx, actor, file.id))
  if (!sees) throw ApiError.notFound('file', id)
  return file
}
