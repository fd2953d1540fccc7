import { and, asc, desc, eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runComments } from '#db/schema/comments'
import { files } from '#db/schema/documents'
import { organizations } from '#db/schema/organizations'
import { runs, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { zonedText } from '#lib/domain/calendar/zoned-text'
import { runStatusWords } from '#lib/domain/run/status-words'
import { referenceOf } from '#lib/domain/run/reference'
import type { Definition } from '#lib/domain/workflow/definition'
import { definitionOfRun } from '#lib/engine/store/definition-of-run'
import { historyOfRun } from '../comments/get-run-history.ts'
import { idsIn } from '../files/claim-files.ts'
import { loadRunData } from '../runs/run-page.ts'
import { withLargeValues } from '../tasks/large-values.ts'
import type { CaseRecord } from './case-html.ts'

/** So many screens, comments, files and acts are in a record; the first of them, of acts the last. */
const most = 200

/** A moment as the record has it. */
type Clock = (at: Date | string | null) => string

const sizeWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Cuts a list that was read with one more than may be shown, and says so. */
function first<T>(rows: T[], what: string, left: string[]): T[] {
  if (rows.length <= most) return rows
  left.push(`There are more than ${most} ${what}; the others are in Rounds.`)
  return rows.slice(0, most)
}

async function decisionsOf(tx: Tx, runId: string, definition: Definition, clock: Clock) {
  const rows = await tx
    .select({ task: tasks })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.runId))
    .where(
      and(
        or(eq(runs.id, runId), eq(runs.scopeRunId, runId)),
        eq(tasks.stepType, 'screen'),
        eq(tasks.status, 'completed'),
      ),
    )
    .orderBy(asc(tasks.finishedAt), asc(tasks.id))
    .limit(most + 1)
  const whole = await withLargeValues(
    tx,
    rows.map(({ task }) => task),
  )
  return whole.map((task) => ({
    title: String((task.state as { title?: unknown } | null)?.title ?? task.title),
    by: task.completedBy ?? 'Somebody',
    at: clock(task.finishedAt),
    data: task.output,
    form: definition.steps.find(({ id }) => id === task.stepId)?.config?.['schema'],
  }))
}

async function documentsOf(tx: Tx, actor: Actor, runId: string, startData: unknown, clock: Clock) {
  if (!can(actor, 'files:read')) return []
  const named = idsIn(startData).slice(0, 500)
  const rows = await tx
    .select()
    .from(files)
    .where(or(eq(files.runId, runId), named.length > 0 ? inArray(files.id, named) : undefined))
    .orderBy(asc(files.id))
    .limit(most + 1)
  return rows.map(({ fileName, size, createdBy, createdAt }) => ({
    name: fileName,
    size: sizeWords(size),
    by: createdBy ?? 'A step',
    at: clock(createdAt),
  }))
}

async function commentsOf(tx: Tx, runId: string, clock: Clock) {
  const rows = await tx
    .select()
    .from(runComments)
    .where(eq(runComments.runId, runId))
    .orderBy(desc(runComments.id))
    .limit(most + 1)
  return rows.map(({ authorName, createdAt, text }) => ({
    by: authorName,
    at: clock(createdAt),
    text,
  }))
}

/** Reads a case that the caller sees, in words, by the clock of the organization. */
export async function loadCaseRecord(
  tx: Tx,
  actor: Actor,
  { id, comments, now }: { id: string; comments?: boolean; now: Date },
): Promise<{ record: CaseRecord; printed: string }> {
  const [found] = await tx
    .select({ run: runs, workflow: workflows.name, organization: organizations })
    .from(runs)
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .innerJoin(organizations, eq(organizations.id, runs.organizationId))
    .where(eq(runs.id, id))
  if (!found) throw ApiError.notFound('run', id)
  const { run, workflow, organization } = found
  const { timeZone } = organization
  const clock: Clock = (at) => (at ? zonedText(new Date(at), timeZone) : '')
  const definition = await definitionOfRun(tx, run)
  const { startData, startDataTruncated } = await loadRunData(tx, run)
  const history = await historyOfRun(tx, actor, id, { limit: most })
  const left: string[] = []
  if (history.nextCursor) left.push(`The history has more than ${most} acts: these are the last.`)
  const fact = (label: string, value: string | null) => (value ? [{ label, value }] : [])
  const record: CaseRecord = {
    organization: organization.name,
    title: run.title ?? workflow,
    subtitle: run.subtitle,
    facts: [
      ...fact('Reference', referenceOf(id)),
      ...fact('Patient', run.patientKey),
      ...(run.caseColumns ?? []),
      ...fact('Workflow', workflow),
      ...fact('State', runStatusWords[run.status]),
      ...fact('Started', `${clock(run.createdAt)}${run.startedBy ? `, ${run.startedBy}` : ''}`),
      ...fact('Ended', clock(run.finishedAt)),
      ...fact('Time zone', timeZone.replaceAll('_', ' ')),
      ...fact('Made', `${clock(now)}, ${actor.name}`),
    ],
    start: { data: startData, form: definition.startData, isCut: startDataTruncated },
    decisions: first(await decisionsOf(tx, id, definition, clock), 'completed screens', left),
    comments: comments ? first(await commentsOf(tx, id, clock), 'comments', left) : undefined,
    documents: first(await documentsOf(tx, actor, id, startData, clock), 'documents', left),
    history: history.items.map(({ at, task, ...entry }) => ({
      ...entry,
      at: clock(at),
      task: task?.title ?? null,
    })),
    left,
  }
  return { record, printed: `${clock(now)} (${timeZone.replaceAll('_', ' ')})` }
}
