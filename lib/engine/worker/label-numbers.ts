import { sql } from 'drizzle-orm'
import { engineDb } from '#db/client'

/** A label of workers, in the whole installation. */
export type LabelNumbers = {
  label: string
  /** Living workers that serve it. */
  workers: number
  /** Connections and published workflows that are bound to it. */
  bound: number
  /** Runs that wait for its workers, and since when the oldest job of them is due. */
  waiting: number
  oldestSeconds: number
}

/** All labels that a worker serves, that something is bound to, or that a run waits for. */
export async function countLabels(): Promise<LabelNumbers[]> {
  const { rows } = await engineDb().execute<LabelNumbers>(sql`
    with served as (
      select unnest(labels) as label, count(*)::int as workers from workers group by 1),
    bound as (
      select worker_label as label, count(*)::int as bound from (
        select worker_label from connections where worker_label is not null
        union all
        select worker_label from workflows where worker_label is not null) as bound_things
      group by 1),
    waiting as (
      select substr(task_identifier, 6) as label, count(*)::int as waiting,
        greatest(extract(epoch from now() - min(run_at)), 0)::float8 as "oldestSeconds"
      from graphile_worker.jobs
      where task_identifier like 'turn:%' and locked_at is null and key is not null
      group by 1)
    select label, coalesce(workers, 0) as workers, coalesce(bound, 0) as bound,
      coalesce(waiting, 0) as waiting, coalesce("oldestSeconds", 0) as "oldestSeconds"
    from served full join bound using (label) full join waiting using (label) order by label`)
  return rows
}

/** Labels that something needs and no living worker serves. */
export const unserved = (labels: LabelNumbers[]): LabelNumbers[] =>
  labels.filter(({ workers }) => workers === 0)
