import { expect, test } from 'vitest'
import { engineDb } from '#db/client'
import { newId } from '#lib/ids'
import { useTestDatabase } from '#test/harness/test-database'

useTestDatabase()

type Job = Record<string, unknown>

const ask = async (text: string): Promise<Job[]> => (await engineDb().execute<Job>(text)).rows
const own = new Set(['id', 'key', 'payload', 'run_at', 'created_at', 'updated_at'])
/** The job of a run without the columns that are different for each job. */
const jobOf = async (runId: string): Promise<Job> => {
  const [job] = await ask(`select * from graphile_worker._private_jobs where key = 'run:${runId}'`)
  expect(job?.['payload']).toEqual({ runId })
  expect(Math.abs(Date.now() - Date.parse(String(job?.['run_at'])))).toBeLessThan(60_000)
  return Object.fromEntries(Object.entries(job ?? {}).filter(([name]) => !own.has(name)))
}

test(
  'the jobs of new runs are like those of the queue’s own function, also ' + 'in an empty queue',
  async () => {
    const early = newId()
    const one = newId()
    const two = newId()
    const three = newId()
    await ask(`select enqueue_runs(array['${early}']::uuid[], array[7])`)
    await ask(`select enqueue_run('${one}', 7)`)
    await ask(`select enqueue_runs(array['${two}', '${three}']::uuid[], array[7, -3])`)
    expect(await jobOf(early)).toEqual(await jobOf(one))
    expect(await jobOf(two)).toEqual(await jobOf(one))
    expect(await jobOf(three)).toEqual({ ...(await jobOf(one)), priority: -3 })
  },
)
