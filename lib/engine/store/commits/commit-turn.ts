import type pg from 'pg'
import type { LeasedRun, Commit } from '../../model/run.ts'
import { commitStatement } from './commit-statement.ts'
import { commitStart } from './commit-start.ts'
import { commitBatched, isSimpleCommit } from './commit-batched.ts'
import { commitPoint } from '../fault-points.ts'
import { offloadCommit } from './offload-commit.ts'
import type { StoredRun } from '../reads/stored-runs.ts'

type Written = Pick<LeasedRun, 'epoch' | 'revision'> & { read?: StoredRun | undefined }

/**
 * Writes a step forward of the run, and takes the lease when the turn started from a snapshot.
 * Undefined, and nothing changed, when the lease is lost or can no longer be taken, or the run was
 * changed from outside. `read`: the ended run as its reader will see it, unless it must be read by
 * other statements. Throws `StartRefusedError` for a run that is not written yet.
 */
export async function commitTurn(
  pool: pg.Pool,
  workerId: string,
  run: LeasedRun,
  commit: Commit,
): Promise<Written | undefined> {
  const offloaded = await offloadCommit(run.id, commit)
  commitPoint('before', run, commit)
  const written = await write(pool, workerId, run, commit, offloaded)
  commitPoint('after', run, commit)
  return written
}

async function write(
  pool: pg.Pool,
  workerId: string,
  run: LeasedRun,
  commit: Commit,
  offloaded: Awaited<ReturnType<typeof offloadCommit>>,
): Promise<Written | undefined> {
  const { start } = run
  if (start) return await commitStart(pool, workerId, run, { start, commit, offloaded })
  const batched = isSimpleCommit(run, commit, offloaded)
    ? await commitBatched(pool, { run, commit, offloaded, workerId })
    : undefined
  if (batched) return batched
  return (await pool.query<Written>(commitStatement(workerId, run, commit, offloaded))).rows[0]
}
