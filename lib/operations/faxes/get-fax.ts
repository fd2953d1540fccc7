import { and, asc, eq, inArray, ne, or } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { faxes } from '#db/schema/faxes'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import type { FaxPage } from '#lib/contracts/integrations/faxes'
import { ApiError } from '#lib/domain/api-error'
import { isTerminalRun } from '#lib/domain/statuses'
import { ofVisibleRuns, visibleAmong } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { getFileFor } from '../files/file-for.ts'
import type { FaxRow } from './apply-fax-state.ts'
import { openFaxDetails } from './fax-details.ts'
import { faxView, nextTryOf } from './fax-view.ts'
import { getFaxFor } from './find-fax.ts'
import { whyNotAgain } from './why-not.ts'

/** The files of the fax that are still there and that the caller may read. */
async function filesOf(tx: Tx, actor: Actor, fax: FaxRow): Promise<FaxPage['files']> {
  if (!can(actor, 'files:read')) return []
  const { files, coverFileId } = openFaxDetails(fax)
  const ids = fax.direction === 'in' ? [fax.fileId] : [coverFileId, ...files]
  const found = []
  for (const id of ids) {
    if (id === null) continue
    const file = await getFileFor(tx, actor, id).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_found') return undefined
      throw error
    })
    if (file) found.push({ id, fileName: file.fileName, isCover: id === coverFileId })
  }
  return found
}

/** The runs that it started or that sent it, as far as the caller sees them. */
async function runsOf(tx: Tx, actor: Actor, fax: FaxRow): Promise<FaxPage['runs']> {
  const ids = [...fax.earlierRunIds, ...(fax.runId ? [fax.runId] : [])]
  if (ids.length === 0) return []
  const seen = await visibleAmong(tx, actor, ids)
  if (seen.size === 0) return []
  return await tx
    .select({ id: runs.id, status: runs.status, workflow: workflows.name, at: runs.createdAt })
    .from(runs)
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .where(inArray(runs.id, [...seen]))
    .orderBy(asc(runs.id))
    .then((rows) => rows.map(({ at, ...run }) => ({ ...run, createdAt: at.toISOString() })))
}

/** The other tries of the same step, and what was sent again by hand, oldest first. */
async function othersOf(tx: Tx, actor: Actor, fax: FaxRow): Promise<FaxRow[]> {
  const { id, series, againOf } = fax
  const same = or(
    series === null ? undefined : eq(faxes.series, series),
    eq(faxes.againOf, id),
    againOf === null ? undefined : or(eq(faxes.id, againOf), eq(faxes.againOf, againOf)),
  )
  return await tx
    .select()
    .from(faxes)
    .where(and(same, ne(faxes.id, id), ofVisibleRuns(actor, faxes.runId)))
    .orderBy(asc(faxes.id))
    .limit(50)
}

/** One fax with its pages, its tries and what it started. Throws 404. */
export const getFax = defineOperation<{ faxId: string }, FaxPage>({
  name: 'getFax',
  permission: 'letters:read',
  audit: ({ output }) => ({
    action: 'fax.read',
    objectKind: 'fax',
    objectId: output.faxId,
    details: {},
  }),
  async run({ actor, input: { faxId }, tx }) {
    const fax = await getFaxFor(tx, actor, faxId)
    const started = await runsOf(tx, actor, fax)
    const run = started.find(({ id }) => id === fax.runId)
    const ended = run === undefined || isTerminalRun(run.status)
    const nextTryAt = ended ? null : nextTryOf(fax)
    return {
      ...faxView(fax),
      nextTryAt: nextTryAt?.toISOString() ?? null,
      files: await filesOf(tx, actor, fax),
      cover: openFaxDetails(fax).cover,
      runs: started,
      others: (await othersOf(tx, actor, fax)).map((other) => ({
        ...faxView(other),
        isAgain: other.series === null || other.series !== fax.series,
      })),
      mayNotAgain: whyNotAgain(actor, fax, { ended, nextTryAt }),
    }
  },
})
