import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { StartData, Traffic } from './traffic.ts'
import { workloads } from './workloads.ts'

type Ended = {
  id: string
  status: string
  output: unknown
  error: { code: string; message: string } | null
  startData: StartData
  mails: number
}

export type Ends = {
  /** The violations of each oracle. */
  wrong: Record<string, string[]>
  /** The number of runs of each kind by their end. */
  counts: Record<string, number>
  completedKinds: Set<string>
}

function wrongEnd(
  { id, status, output, error, startData }: Ended,
  cancelled: Set<string>,
): string | undefined {
  const expected = workloads[startData.kind]
  const told = `${startData.kind} ${id} ${status} ${JSON.stringify(error ?? output)}`
  if (status === 'cancelled') return cancelled.has(id) ? undefined : told
  if (status !== expected?.status) return told
  if (status === 'failed') return error?.code === 'refused' ? undefined : told
  return !expected.output || isDeepStrictEqual(output, expected.output(startData.n))
    ? undefined
    : told
}

/**
 * Whether every accepted run exists and ended as its kind and number demand, and whether each
 * failed one has its one mail.
 */
export async function checkEnds(admin: pg.Client, { accepted, cancelled }: Traffic): Promise<Ends> {
  const { rows } = await admin.query<Ended>(
    `select id, status, output, error, start_data as "startData",
      (select count(*)::int from mails where run_id = runs.id) as mails from runs
        where parent_run_id is null`,
  )
  const found = new Set(rows.map(({ id }) => id))
  const counts: Ends['counts'] = {}
  for (const { startData, status } of rows)
    counts[`${startData.kind} ${status}`] = (counts[`${startData.kind} ${status}`] ?? 0) + 1
  return {
    wrong: {
      'no accepted run is missing (E4)': [...accepted.keys()].filter((id) => !found.has(id)),
      'every run ended rightly (E1, E3, E8)': rows.flatMap((row) => wrongEnd(row, cancelled) ?? []),
      'a failed run has one mail': rows
        .filter(
          ({ status, mails, startData }) =>
            mails !== (status === 'failed' && startData.kind === 'failing' ? 1 : 0),
        )
        .map(({ id, status, mails }) => `${id} ${status}: ${mails}`),
    },
    counts,
    completedKinds: new Set(
      rows.filter(({ status }) => status === 'completed').map(({ startData }) => startData.kind),
    ),
  }
}
