import type pg from 'pg'
import type { LeasedRun, Commit } from '../model/run.ts'
import { commitStatement } from './commit-statement.ts'
import { commitBatched, isCompleteRun } from './commit-batched.ts'
import { commitPoint } from './fault-points.ts'
import { offloadCommit } from './offload-commit.ts'

/**
 * Writes a step forward of the run, and takes the lease when the turn only looked at the run
 * before. Undefined, and nothing changed, when the lease is lost or cannot be taken any more, or
 * the run was changed from outside.
 */
export async function commitTurn(
  pool: pg.Pool,
  workerId: string,
  run: LeasedRun,
  commit: Commit,
): Promise<Pick<LeasedRun, 'epoch' | 'revision'> | undefined> {
  const offloaded = await offloadCommit(run.id, commit)
  commitPoint('before', run, commit)
  const together = isCompleteRun(run, commit, offloaded)
    ? await commitBatched(pool, run, commit, offloaded)
    : undefined
  const written =
    together ??
    (
      await pool.query<Pick<LeasedRun, 'epoch' | 'revision'>>(
        commitStatement(workerId, run, commit, offloaded),
      )
    ).rows[0]
  commitPoint('after', run, commit)
  return written
}
