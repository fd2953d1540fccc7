import { and, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'
import { runs, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import type { PatientRun } from '#lib/contracts/runs/patients'
import type { Page, PageQuery } from '#lib/domain/page'
import { visibleRuns } from '../access/access-sql.ts'
import { caseOfRun } from '../comments/case-of-run.ts'
import { defineOperation } from '../define-operation.ts'
import { idsIn } from '../files/claim-files.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { runSummaryColumns } from '#lib/engine/store/reads/run-columns'
import { isOfPatient, patientKeyOfRun } from './of-patient.ts'

/** So many screens and files of a run are shown. */
const shown = 5
/** Of the ids that the start data of a run name, most are no files. */
const mostIds = 100

type Row = { id: string; startData: unknown }
type Decision = PatientRun['decisions'][number]

/** The completed screens of these runs and of the items of their loops, the newest first. */
async function decisionsOf(tx: Tx, ids: string[]): Promise<Map<string, Decision[]>> {
  const caseId = sql<string>`coalesce(${runs.scopeRunId}, ${runs.id})`
  const done = tx.$with('done').as(
    tx
      .select({
        caseId: caseId.as('case_id'),
        title: sql<string>`coalesce(${tasks.state}->>'title', ${tasks.title})`.as('screen_title'),
        by: tasks.completedBy,
        finishedAt: tasks.finishedAt,
        place: sql<number>`row_number() over (partition by ${caseId}
          order by ${tasks.finishedAt} desc, ${tasks.id})`.as('place'),
      })
      .from(tasks)
      .innerJoin(runs, eq(runs.id, tasks.runId))
      .where(
        and(
          or(inArray(runs.id, ids), inArray(runs.scopeRunId, ids)),
          eq(tasks.stepType, 'screen'),
          eq(tasks.status, 'completed'),
        ),
      ),
  )
  const rows = await tx
    .with(done)
    .select()
    .from(done)
    .where(sql`${done.place} <= ${shown}`)
    .orderBy(done.place)
  const byCase = new Map<string, Decision[]>()
  for (const { caseId: id, title, by, finishedAt } of rows)
    byCase.set(id, [
      ...(byCase.get(id) ?? []),
      { title, by, at: finishedAt?.toISOString() ?? null },
    ])
  return byCase
}

type Document = PatientRun['documents'][number]

/** The files that the start data of these runs name, and those that belong to them. */
async function documentsOf(tx: Tx, actor: Actor, rows: Row[]): Promise<Map<string, Document[]>> {
  const byCase = new Map<string, Document[]>()
  if (!can(actor, 'files:read')) return byCase
  const named = new Map(rows.map((row) => [row.id, idsIn(row.startData).slice(0, mostIds)]))
  const ids = [...named.values()].flat()
  const ofRuns = sql`${files.runId} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`
  const ofData = sql`${files.id} = any(${sql.param(ids)}::uuid[])`
  const found = await tx
    .select({
      file: { id: files.id, fileName: files.fileName, mimeType: files.mimeType },
      runId: files.runId,
    })
    .from(files)
    .where(or(ofRuns, ofData))
    .orderBy(files.id)
  for (const { id } of rows) {
    const own = found.filter(
      ({ file, runId }) => runId === id || named.get(id)?.includes(file.id) === true,
    )
    byCase.set(
      id,
      own.slice(0, shown).map(({ file }) => file),
    )
  }
  return byCase
}

const { id, status, workflow, title, subtitle, createdAt, finishedAt, retriedAs } =
  runSummaryColumns
const columns = {
  id,
  status,
  workflow,
  title,
  subtitle,
  createdAt,
  finishedAt,
  retriedAs,
  startData: runs.startData,
}

/** The other cases of the patient of a run that the caller sees, of all workflows. */
export const listPatientRuns = defineOperation<PageQuery & { id: string }, Page<PatientRun>>({
  name: 'listPatientRuns',
  permission: 'runs:read',
  reads: 'at the standby',
  audit: ({ input, output }) => ({
    action: 'patient.read',
    objectKind: 'run',
    objectId: input.id,
    details: { runs: output.items.length },
  }),
  async run({ actor, input, tx }) {
    const caseId = await caseOfRun(tx, actor, input.id)
    const key = await patientKeyOfRun(tx, actor, caseId)
    if (key === null) return { items: [], nextCursor: null }
    const { items, nextCursor } = await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select(columns)
          .from(runs)
          .innerJoin(workflows, eq(workflows.id, runs.workflowId))
          .where(
            and(
              isOfPatient(actor, [key]),
              ne(runs.id, caseId),
              after && lt(runs.id, after[0]),
              visibleRuns(actor),
            ),
          )
          .orderBy(desc(runs.id))
          .limit(count),
      keyOf: (row) => [row.id],
      view: (row) => row,
    })
    if (items.length === 0) return { items: [], nextCursor }
    const decisions = await decisionsOf(
      tx,
      items.map((row) => row.id),
    )
    const documents = await documentsOf(tx, actor, items)
    return {
      items: items.map(({ startData: _startData, ...row }) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        finishedAt: row.finishedAt?.toISOString() ?? null,
        decisions: decisions.get(row.id) ?? [],
        documents: documents.get(row.id) ?? [],
      })),
      nextCursor,
    }
  },
})
