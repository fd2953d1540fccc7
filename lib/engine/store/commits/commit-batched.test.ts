import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { engineDb, enginePool } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { newId } from '#lib/ids'
import { makeClient } from '#lib/postgres'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { echo } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { loadRunSnapshot } from '../reads/run-snapshot.ts'
import { endedMark, runsChannel } from '../notify-runs.ts'
import { planOf } from '../../model/plan.ts'
import { RunState } from '../../model/run-state.ts'
import { commitTurn } from './commit-turn.ts'
import type { Commit, LeasedRun } from '../../model/run.ts'

const engine = useEngine([echo], { workers: 0 })
const definition = graph('a -> b')
const workerId = newId()

/** A snapshot of a run, and the commit that ends it. */
async function ready(): Promise<{ run: LeasedRun; commit: Commit }> {
  const found = await loadRunSnapshot(enginePool(), await engine.start(definition))
  if (!found) throw new Error('the run is not there')
  const runState = new RunState(planOf(definition), found.run.id, found.tasks)
  const { changed, added } = runState.takeWrites(found.run.unwritten)
  return {
    run: found.run,
    commit: {
      changed,
      added,
      children: [],
      run: { status: 'completed', output: { b: found.run.id }, activeMs: 5 },
    },
  }
}

const commit = async ({ run, commit: what }: Awaited<ReturnType<typeof ready>>) =>
  await commitTurn(enginePool(), workerId, run, what)

test(
  'runs that are committed together do not affect each other: one that was changed, ' +
    'one that is leased, and one that is locked do not delay the others',
  async () => {
    const good = await ready()
    const changed = await ready()
    const leased = await ready()
    const locked = await ready()
    const other = await ready()
    await engineDb().update(runs).set({ revision: 7 }).where(eq(runs.id, changed.run.id))
    await engineDb()
      .update(runs)
      .set({ leaseWorker: newId(), leaseEpoch: 3 })
      .where(eq(runs.id, leased.run.id))
    const holder = await enginePool().connect()
    await holder.query('begin')
    await holder.query('select from runs where id = $1 for update', [locked.run.id])

    const late = commit(locked)
    const answers = await Promise.all([good, changed, leased, other].map(commit))
    expect(answers.map((answer) => answer?.epoch)).toEqual([1, undefined, undefined, 1])
    expect(await engine.run(good.run.id)).toMatchObject({
      status: 'completed',
      output: { b: good.run.id },
      revision: 1,
      unwritten: false,
      activeMs: 5,
    })
    for (const { run } of [changed, leased])
      expect(await engineDb().select().from(tasks).where(eq(tasks.runId, run.id))).toEqual([])
    expect(await engineDb().select().from(tasks).where(eq(tasks.runId, other.run.id))).toHaveLength(
      2,
    )
    expect(await engine.run(locked.run.id)).toMatchObject({ status: 'running' })

    await holder.query('commit')
    holder.release()
    expect(await late).toMatchObject({ epoch: 1 })
  },
)

test(
  'when Postgres refuses the statement of several runs because of one of them, ' +
    'the others are still written',
  async () => {
    const good = await ready()
    const wrong = await ready()
    const other = await ready()
    const [first] = wrong.commit.added
    if (first) wrong.commit.added.push({ ...first })
    const answers = await Promise.allSettled([good, wrong, other].map(commit))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    for (const { run } of [good, other])
      expect(await engine.run(run.id)).toMatchObject({ status: 'completed' })
    expect(await engine.run(wrong.run.id)).toMatchObject({ status: 'running', unwritten: true })
  },
)

test('only runs that have ended are notified as ended', async () => {
  const heard: string[] = []
  const listener = makeClient({ connectionString: engine.database.url })
  await listener.connect()
  onTestFinished(async () => await listener.end())
  listener.on('notification', ({ payload }) => heard.push(...(payload ?? '').split(',')))
  await listener.query(`listen ${runsChannel}`)
  const ends = await ready()
  const refused = await ready()
  await engineDb().update(runs).set({ revision: 7 }).where(eq(runs.id, refused.run.id))
  expect((await Promise.all([ends, refused].map(commit))).map((answer) => answer?.epoch)).toEqual([
    1,
    undefined,
  ])
  const last = await ready()
  await commit(last)
  // Each commit notifies on its own connection, so the later notification may arrive first.
  await until(
    'the notifications of both ends',
    () => heard.includes(ends.run.id + endedMark) && heard.includes(last.run.id + endedMark),
  )
  expect(heard.toSorted()).toEqual([ends.run.id + endedMark, last.run.id + endedMark].toSorted())
})
