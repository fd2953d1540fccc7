import pg from 'pg'
import { coalesced } from '#lib/coalesce'
import type { Commit, LeasedRun, RunReader, RunStart } from '../../model/run.ts'
import { commitStatement } from './commit-statement.ts'
import { faultPoint } from '../fault-points.ts'
import { priorities } from '../lock-run.ts'
import type { offloadCommit } from './offload-commit.ts'
import { perPool } from '../per-pool.ts'
import type { StoredRun } from '../reads/stored-runs.ts'
import { startRuns, type NewRun, type StartAnswer, type StartRefusal } from './start-runs.ts'

type Offloaded = Awaited<ReturnType<typeof offloadCommit>>
type Written = Pick<LeasedRun, 'epoch' | 'revision'> & { read?: StoredRun | undefined }

/** The lease that a run's first commit takes, and the revision that it leaves. */
const firstLease: Written = { epoch: 1, revision: 0 }

/** Why a run that was handed over to this worker was not written. */
export type CommitRefusal = StartRefusal | 'exists' | 'statement-refused'

/** Nothing was written of the run, so the process that handed it over starts it in another way. */
export class StartRefusedError extends Error {
  readonly refusal: CommitRefusal

  constructor(refusal: CommitRefusal) {
    super(`the start of a run was refused: ${refusal}`)
    this.refusal = refusal
  }
}

/** Unique violation of the runs' primary key: another process started the run under this id. */
const uniqueViolation = '23505'

type Answer = { refusal: CommitRefusal | null; read?: StoredRun | undefined }
type Start = { run: NewRun; reader: RunReader | undefined }

function refusalOf(error: unknown): Answer | undefined {
  if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') return undefined
  return { refusal: error.code === uniqueViolation ? 'exists' : 'statement-refused' }
}

/**
 * Starts of the same moment and organization share one statement. When Postgres refuses it because
 * of one of them, nothing was written, and each is tried alone.
 */
const batchOf = perPool((pool) =>
  coalesced<Start, Answer>(
    async (starts, organizationId) => {
      const write = async (some: Start[]): Promise<StartAnswer[]> => {
        const runs = some.map(({ run }) => run)
        const readers = some.flatMap(({ run, reader }) =>
          reader ? [{ runId: run.id, reader }] : [],
        )
        return await startRuns(
          { organizationId, priority: priorities.normal, runs },
          { pool, readers },
        )
      }
      const writeAlone = async (start: Start): Promise<Answer> => {
        try {
          return (await write([start]))[0] ?? { refusal: 'statement-refused' }
        } catch (error) {
          const refused = refusalOf(error)
          if (refused) return refused
          throw error
        }
      }
      try {
        return await write(starts)
      } catch (error) {
        if (!refusalOf(error)) throw error
        return await Promise.all(starts.map(writeAlone))
      }
    },
    { atMost: 50, gatherMs: 3 },
  ),
)

/**
 * Whether the start's statement can write this commit: it contains only the run, tasks without
 * large values, and at most an end or a suspension that needs no job.
 */
function fitsStart(
  { run: ending, mail, named, awaited = [] }: Commit,
  offloaded: Offloaded,
): boolean {
  const { children, rows, outputRef } = offloaded
  return (
    children.length + rows.length + awaited.length === 0 &&
    outputRef === null &&
    mail === undefined &&
    named === undefined &&
    ending?.wakeAt === undefined &&
    ending?.waitsForLabels === undefined &&
    ending?.status !== 'running'
  )
}

function newRunOf(
  workerId: string,
  run: LeasedRun,
  start: RunStart,
  first: Pick<NewRun, 'left' | 'tasks' | 'unwritten'>,
): NewRun {
  return {
    ...first,
    ...start,
    id: run.id,
    workflowId: run.workflowId,
    versionId: run.versionId,
    asPublished: true,
    admitted: false,
    slot: null,
    draft: null,
    plannedAt: null,
    trigger: run.trigger,
    startData: run.startData,
    sandbox: run.sandbox,
    startRef: null,
    retriedFromRunId: null,
    queuePlace: null,
    leaseWorker: first.left ? null : workerId,
    expected: { workflowName: run.workflowName, timeZone: run.organizationTimeZone },
  }
}

/**
 * The first commit of a run that was handed over to this worker: its row and audit entry with all
 * that the turn did so far, in one statement. A commit with more content (a child run, a mail, a
 * large value, a job) needs two statements: the run with its lease, then the rest. Throws
 * `StartRefusedError` when nothing was written; undefined when the run was written and the rest was
 * refused.
 */
export async function commitStart(
  pool: pg.Pool,
  workerId: string,
  run: LeasedRun,
  { start, commit, offloaded }: { start: RunStart; commit: Commit; offloaded: Offloaded },
): Promise<Written | undefined> {
  const fits = fitsStart(commit, offloaded)
  const first = fits
    ? { left: commit.run ?? null, tasks: offloaded.added, unwritten: false }
    : { left: null, tasks: [], unwritten: true }
  const { refusal, read } = await batchOf(pool)(
    { run: newRunOf(workerId, run, start, first), reader: fits ? commit.reader : undefined },
    run.organizationId,
  )
  if (refusal !== null) throw new StartRefusedError(refusal)
  if (fits) return { ...firstLease, read }
  Object.assign(run, firstLease, { start: null, leased: true })
  faultPoint('after-start-here')
  return (await pool.query<Written>(commitStatement(workerId, run, commit, offloaded))).rows[0]
}
