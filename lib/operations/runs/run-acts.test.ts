import { and, eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { authDb, engineDb, inOrganization } from '#db/client'
import { apiKeys } from '#db/schema/people'
import { runs, tasks } from '#db/schema/runs'
import { loadValue } from '#lib/engine/store/payloads'
import { newId } from '#lib/ids'
import { PermanentStepError } from '#lib/steps/define-step'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { runCalls, screen, taskOf, transform } from '#test/harness/run-calls'
import { seedVersion, seedWorkflow } from '#test/harness/seed-organization'
import { framesOf, type Frame } from '#test/harness/sse-frames'
import { testStep } from '#test/samples/steps'
import { useWorker } from '#test/harness/worker'

const cancelRoute = endpointsAt('/api/v2/runs/{id}/cancel')
const eventsRoute = endpointsAt('/api/v2/runs/{id}/events')
const retryRoute = endpointsAt('/api/v2/runs/{id}/retry')
const cancelTaskRoute = endpointsAt('/api/v2/task/{taskId}/cancel')
const outcomeRoute = endpointsAt('/api/v2/task/{taskId}/outcome')
const unknownOutcomesRoute = endpointsAt('/api/v2/unknown-outcomes')
const failedStepsRoute = endpointsAt('/api/v2/workflows/{id}/failed-steps')
const retryFailedRoute = endpointsAt('/api/v2/workflows/{id}/retry-failed')
const cancelRunsRoute = endpointsAt('/api/v2/workflows/{id}/cancel-runs')

const refuse = testStep(
  'refuse',
  'read',
  async () => await Promise.reject(new PermanentStepError('refused', 'The other side said no.')),
)
const api = useApi()
useWorker({ more: [refuse] })
const { publish, start, read, inStatus, runIn, actionsOn } = runCalls(api)

type Sent = Parameters<typeof api.send>[2]

const act = (
  module: { POST: typeof cancelRoute.POST },
  name: string,
  id: string,
  body?: unknown,
  more: Sent = {},
) =>
  api.send(module.POST, `/api/v2/${name}`, {
    params: name.startsWith('task') ? { taskId: id } : { id },
    ...(body === undefined ? {} : { body }),
    ...more,
  })

describe('cancelling', () => {
  it('cancels every task of a run, once', async () => {
    const run = await runIn(
      'suspended',
      graph('look -> after\nother', { look: screen, other: screen, after: transform(1) }),
    )
    const { status, body } = await act(cancelRoute, `runs/${run.id}/cancel`, run.id, {
      reason: 'a mistake',
    })
    expect([status, body['status']]).toEqual([200, 'cancelled'])
    expect(body['cancelled']).toHaveLength(3)
    expect((await act(cancelRoute, `runs/${run.id}/cancel`, run.id)).body).toEqual({
      id: run.id,
      status: 'cancelled',
      cancelled: [],
    })
    expect(await read(run.id)).toMatchObject({
      body: { status: 'cancelled', error: { message: 'Cancelled by owner: a mistake' } },
    })
    expect(await actionsOn(run.id)).toContain('run.cancelled')
  })

  it('cancels a task and the steps that can follow only it', async () => {
    const run = await runIn(
      'suspended',
      graph('look -> after -> end\nother', {
        look: screen,
        other: screen,
        after: transform(1),
        end: transform(1),
      }),
    )
    const id = taskOf(run, 'look')?.id ?? ''
    const first = await act(cancelTaskRoute, `task/${id}/cancel`, id)
    expect(first).toMatchObject({ status: 200, body: { id, status: 'cancelled' } })
    expect((first.body['halted'] as string[]).sort()).toEqual(
      [taskOf(run, 'after')?.id, taskOf(run, 'end')?.id].sort(),
    )
    expect(await act(cancelTaskRoute, `task/${id}/cancel`, id, { reason: 'again' })).toMatchObject({
      status: 200,
      body: first.body,
    })
    expect(taskOf((await read(run.id)).body, 'other')?.status).toBe('suspended')
  })

  it('cancels all runs of a workflow', async () => {
    const id = await publish(graph('look', { look: screen }))
    const started = await Promise.all([start(id), start(id), start(id)])
    const ids = started.map(({ body }) => String(body['id']))
    await Promise.all(ids.map((run) => inStatus(run, 'suspended')))
    expect(await act(cancelRunsRoute, `workflows/${id}/cancel-runs`, id)).toMatchObject({
      status: 200,
      body: { cancelled: 3, remaining: 0 },
    })
    for (const run of ids) expect((await read(run)).body.status).toBe('cancelled')
    expect((await act(cancelRunsRoute, `workflows/${id}/cancel-runs`, id)).body).toMatchObject({
      cancelled: 0,
    })
    for (const object of [id, ids[0] ?? ''])
      expect(
        (await actionsOn(object)).filter((action) => action.includes('cancelled')),
      ).not.toEqual([])
  })

  it(
    'cancels each run of a workflow by itself: one that is just ending finds the run around ' +
      'it free, and ends as it would',
    async () => {
      const outer = await runIn('suspended', graph('look', { look: screen }))
      const id = await publish(graph('look', { look: screen }))
      const ids = [String((await start(id)).body['id']), String((await start(id)).body['id'])]
      const [first = '', ending = ''] = ids
      for (const run of ids) await inStatus(run, 'suspended')
      await engineDb()
        .update(runs)
        .set({ parentRunId: outer.id, parentTaskId: taskOf(outer, 'look')?.id ?? null })
        .where(inArray(runs.id, ids))
      const { cancelling } = await engineDb().transaction(async (tx) => {
        await tx
          .update(runs)
          .set({ status: 'completed', finishedAt: new Date() })
          .where(eq(runs.id, ending))
        const answer = act(cancelRunsRoute, `workflows/${id}/cancel-runs`, id)
        await inStatus(first, 'cancelled')
        await tx.execute(sql`select from runs where id = ${outer.id} for no key update nowait`)
        return { cancelling: answer }
      })
      expect(await cancelling).toMatchObject({ status: 200, body: { cancelled: 1, remaining: 0 } })
      expect((await read(ending)).body.status).toBe('completed')
    },
  )

  it('refuses what has ended, strangers, and people who may not', async () => {
    const run = await runIn('completed', graph('one', { one: transform(1) }))
    const task = run.tasks[0]?.id ?? ''
    const organization = await organizationWithKeys()
    const answers = await Promise.all([
      act(cancelRoute, 'runs', run.id),
      act(cancelTaskRoute, 'task', task),
      act(cancelRoute, 'runs', run.id, {}, { as: 'worker' }),
      act(cancelTaskRoute, 'task', task, {}, { as: 'worker' }),
      act(cancelRoute, 'runs', run.id, {}, { organization }),
      act(cancelTaskRoute, 'task', task, {}, { organization }),
      act(cancelRunsRoute, 'workflows', run.workflow.id, {}, { organization }),
      act(cancelTaskRoute, 'task', newId()),
      act(cancelTaskRoute, 'task', 'x'),
      act(cancelRunsRoute, 'workflows', run.workflow.id, {}, { as: 'worker' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([
      409, 409, 403, 403, 404, 404, 404, 404, 400, 403,
    ])
  })
})

describe('a call whose outcome is unknown', () => {
  async function unknown(): Promise<{ runId: string; taskId: string }> {
    const run = await runIn(
      'suspended',
      graph('look -> after', { look: screen, after: transform({ $: 'steps.look.output' }) }),
    )
    const taskId = taskOf(run, 'look')?.id ?? ''
    await engineDb()
      .update(tasks)
      .set({ state: { reason: 'unknown-outcome' } })
      .where(eq(tasks.id, taskId))
    return { runId: run.id, taskId }
  }
  const answer = (taskId: string, body: unknown) =>
    act(outcomeRoute, `task/${taskId}/outcome`, taskId, body)

  it('happened: the run goes on with its output', async () => {
    const { runId, taskId } = await unknown()
    expect(await answer(taskId, { answer: 'happened', output: { note: 5 } })).toMatchObject({
      status: 200,
      body: { id: taskId, status: 'completed', output: { note: 5 } },
    })
    expect(await inStatus(runId, 'completed')).toMatchObject({ output: { after: { note: 5 } } })
    expect((await answer(taskId, { answer: 'try-again' })).status).toBe(409)
  })
  it('is tried again', async () => {
    const { runId, taskId } = await unknown()
    expect((await answer(taskId, { answer: 'try-again' })).status).toBe(200)
    expect(taskOf(await inStatus(runId, 'suspended'), 'look')).toMatchObject({
      state: { reason: 'screen' },
    })
  })
  it('is given up', async () => {
    const { runId, taskId } = await unknown()
    expect(
      (await answer(taskId, { answer: 'give-up', reason: 'nobody knows' })).body,
    ).toMatchObject({ status: 'failed', error: { code: 'given_up' } })
    await inStatus(runId, 'failed')
  })
  it('is listed, oldest first, until it is answered, to its own organization only', async () => {
    const organization = await organizationWithKeys()
    const list = async (query = '', more: Sent = {}) =>
      (await api.send(unknownOutcomesRoute.GET, `/api/v2/unknown-outcomes${query}`, more))
        .body as unknown as {
        items: { taskId: string; runId: string }[]
        nextCursor: string | null
      }
    const all = async () => (await list('?limit=100')).items
    const older = await unknown()
    const newer = await unknown()
    const listed = await all()
    expect(
      listed
        .filter(({ taskId }) => [older.taskId, newer.taskId].includes(taskId))
        .map(({ runId }) => runId),
    ).toEqual([older.runId, newer.runId])
    expect(listed.at(-1)).toMatchObject({
      title: 'look',
      stepId: 'look',
      workflow: { name: expect.any(String) as string },
      reason: 'The process that made the call stopped in the middle of it.',
    })
    const first = await list('?limit=1')
    expect((await list(`?limit=1&cursor=${first.nextCursor}`)).items[0]?.taskId).toBe(
      listed[1]?.taskId,
    )
    expect((await list('', { organization })).items).toEqual([])
    await answer(older.taskId, { answer: 'give-up' })
    expect((await all()).map(({ taskId }) => taskId)).not.toContain(older.taskId)
  })
  it.each([{}, { answer: 'maybe' }, { answer: 'happened' }, { answer: 'try-again', output: 1 }])(
    'refuses %j',
    async (body) => {
      expect((await answer((await unknown()).taskId, body)).status).toBe(400)
    },
  )
})

describe('retrying', () => {
  const retry = (id: string, body: unknown, more: Sent = {}) =>
    act(retryRoute, `runs/${id}/retry`, id, body, more)

  it('runs again from a step, as a new run of the same version or the newest', async () => {
    const definition = graph('one -> two', {
      one: transform({ $: 'start.n' }),
      two: { type: 'refuse' },
    })
    const { workflowId } = await seedWorkflow(api.organization.id, definition)
    const failed = await inStatus(
      String((await start(workflowId, { startData: { n: 3 } })).body['id']),
      'failed',
    )
    await seedVersion(
      api.organization.id,
      workflowId,
      graph('one -> two', { one: transform(0), two: transform({ $: 'steps.one.output' }) }),
      2,
    )

    const again = await retry(failed.id, { stepId: 'two' })
    expect([again.status, again.headers.get('location')]).toEqual([
      202,
      `/api/v2/runs/${String(again.body['id'])}`,
    ])
    expect(await inStatus(String(again.body['id']), 'failed')).toMatchObject({
      version: 1,
      trigger: 'retry',
      retriedFromRunId: failed.id,
    })

    const newest = await inStatus(
      String((await retry(failed.id, { stepId: 'two', version: 'newest' })).body['id']),
      'completed',
    )
    expect(newest).toMatchObject({ version: 2, output: { two: 3 } })
    const whole = await inStatus(
      String(
        (await retry(failed.id, { stepId: 'one', version: 'newest', startData: { n: 9 } })).body[
          'id'
        ],
      ),
      'completed',
    )
    expect(whole).toMatchObject({ startData: { n: 9 }, output: { two: 0 } })
    // The failed run points to the newest one that replaced it.
    expect(await inStatus(failed.id, 'failed')).toMatchObject({ retriedAs: whole.id })
    expect(whole.retriedAs).toBeNull()
  })

  it('runs the whole again with other start data, also while the first goes on', async () => {
    const ended = await runIn(
      'completed',
      graph('one -> two', {
        one: transform({ $: 'start.n' }),
        two: transform({ $: 'steps.one.output' }),
      }),
    )
    const again = await retry(ended.id, { startData: { n: 5 } })
    expect(await inStatus(String(again.body['id']), 'completed')).toMatchObject({
      startData: { n: 5 },
      output: { two: 5 },
      retriedFromRunId: ended.id,
    })
    const open = await runIn('suspended', graph('look', { look: screen }))
    expect((await retry(open.id, {})).status).toBe(202)
  })

  it('keeps start data that is too large for the run’s page, when none is given', async () => {
    const whole = { name: 'Ada', text: 'x'.repeat(3_000_000) }
    const large = await runIn(
      'completed',
      graph('one', { one: transform({ $: 'start.text' }) }),
      whole,
    )
    // Only both together are too large: the output is left out.
    expect(large).toMatchObject({ truncated: true, startDataTruncated: false, output: null })
    expect(large['startData']).toEqual(whole)
    const { id } = (await retry(large.id, { version: 'newest' })).body
    expect(await inStatus(String(id), 'completed')).toMatchObject({
      truncated: true,
      startData: { name: 'Ada' },
    })
    const [row] = await engineDb()
      .select()
      .from(runs)
      .where(eq(runs.id, String(id)))
    expect(
      await inOrganization(
        api.organization.id,
        async (tx) => await loadValue(tx, String(id), row?.startData, row?.startRef ?? null),
      ),
    ).toEqual(whole)
  })

  it('refuses an active run, an unknown step, bad start data and people who may not', async () => {
    const open = await runIn('suspended', graph('look', { look: screen }))
    const ended = await runIn('completed', graph('one', { one: transform(1) }))
    const answers = await Promise.all([
      retry(open.id, { stepId: 'look' }),
      retry(ended.id, { stepId: 'nothing' }),
      retry(ended.id, { stepId: 'one', startData: [] }),
      retry(ended.id, { stepId: 1 }),
      retry(ended.id, { stepId: 'one' }, { as: 'worker' }),
      retry(newId(), { stepId: 'one' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([409, 404, 400, 400, 403, 404])
  })
})

describe('watching', () => {
  async function* watch(
    id: string,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): AsyncGenerator<Frame> {
    const request = new Request(`http://localhost:3000/api/v2/runs/${id}/events`, {
      headers: { authorization: `Bearer ${api.organization.keys.builder}`, ...headers },
      signal: signal ?? null,
    })
    const response = await eventsRoute.GET(request, { id })
    if (response.status === 200)
      expect(response.headers.get('content-type')).toContain('text/event-stream')
    yield* framesOf(response)
  }

  it('sends the run, its changes in order, and its end', async () => {
    const run = await runIn(
      'suspended',
      graph('look -> after', { look: screen, after: transform(1) }),
    )
    const frames: Frame[] = []
    for await (const frame of watch(run.id)) {
      frames.push(frame)
      if (frames.length === 1) await act(cancelRoute, `runs/${run.id}/cancel`, run.id)
    }
    expect(frames[0]).toMatchObject({
      event: 'run',
      id: String(run.revision),
      data: { status: 'suspended', tasks: [{ key: 'look' }, { key: 'after' }] },
    })
    expect(frames[0]?.data).not.toHaveProperty('definition')
    expect(frames[0]?.data).not.toHaveProperty('startData')
    expect(frames.at(-2)).toMatchObject({ event: 'run', data: { status: 'cancelled' } })
    expect(frames.at(-1)).toMatchObject({ event: 'end' })
    const revisions = frames.slice(0, -1).map(({ id }) => Number(id))
    expect(revisions).toEqual([...new Set(revisions)].sort((one, other) => one - other))
  })

  it('sends only the end to a reader who has the last revision', async () => {
    const run = await runIn('completed', graph('one', { one: transform(1) }))
    const frames: Frame[] = []
    for await (const frame of watch(run.id, {
      'last-event-id': String((await read(run.id)).body.revision),
    }))
      frames.push(frame)
    expect(frames.map(({ event }) => event)).toEqual(['end'])
  })

  it('ends when the reader disconnects', async () => {
    const run = await runIn('suspended', graph('look', { look: screen }))
    const leaving = new AbortController()
    const frames: Frame[] = []
    for await (const frame of watch(run.id, {}, leaving.signal)) {
      frames.push(frame)
      leaving.abort()
    }
    expect(frames).toHaveLength(1)
    await expect(watch(newId()).next()).rejects.toThrow('404')
    expect(
      (await engineDb().select({ status: runs.status }).from(runs).where(eq(runs.id, run.id)))[0]
        ?.status,
    ).toBe('suspended')
  })

  it('ends without another word when the key of its reader is deleted', async () => {
    const run = await runIn('suspended', graph('look', { look: screen }))
    const frames: Frame[] = []
    for await (const frame of watch(run.id)) {
      frames.push(frame)
      await authDb()
        .delete(apiKeys)
        .where(and(eq(apiKeys.organizationId, api.organization.id), eq(apiKeys.role, 'builder')))
      await act(cancelRoute, `runs/${run.id}/cancel`, run.id)
    }
    expect(frames.map(({ data }) => data?.['status'])).toEqual(['suspended'])
  })
})

describe('retrying all that failed at a step', () => {
  const failedSteps = async (id: string, more: Sent = {}) =>
    await api.send(failedStepsRoute.GET, `/api/v2/workflows/${id}/failed-steps`, {
      params: { id },
      ...more,
    })
  const retryFailed = async (id: string, body: unknown, more: Sent = {}) =>
    await act(retryFailedRoute, `workflows/${id}/retry-failed`, id, body, more)
  const broken = graph('one -> two', {
    one: transform({ $: 'start.n' }),
    two: { type: 'refuse', title: 'Ask the payer' },
  })
  const mended = graph('one -> two', {
    one: transform(0),
    two: transform({ $: 'steps.one.output' }),
  })
  async function failedRuns(count: number) {
    const { workflowId } = await seedWorkflow(api.organization.id, broken)
    const ids: string[] = []
    for (let n = 1; n <= count; n += 1) {
      const { body } = await start(workflowId, { startData: { n } })
      ids.push((await inStatus(String(body['id']), 'failed')).id)
    }
    return { workflowId, ids }
  }

  it('lists the steps, and retries each run once with the version published now', async () => {
    const { workflowId, ids } = await failedRuns(3)
    expect((await failedSteps(workflowId)).body).toMatchObject({
      items: [
        { stepId: 'two', title: 'Ask the payer', runs: 3, newestRunId: ids[2], published: true },
      ],
    })
    await seedVersion(api.organization.id, workflowId, mended, 2)

    // Two people at once.
    const answers = await Promise.all([
      retryFailed(workflowId, { stepId: 'two' }),
      retryFailed(workflowId, { stepId: 'two' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const done = answers.map(({ body }) => Number(body['retried']))
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(3)
    for (const { body } of answers) expect(body).toMatchObject({ refused: [], next: null })
    for (const [index, id] of ids.entries()) {
      const again = (await inStatus(id, 'failed')).retriedAs ?? ''
      expect(await inStatus(again, 'completed')).toMatchObject({
        version: 2,
        output: { two: index + 1 },
      })
    }
    expect((await failedSteps(workflowId)).body).toEqual({ items: [] })
    expect((await retryFailed(workflowId, { stepId: 'two' })).body).toMatchObject({ retried: 0 })
    expect(await actionsOn(workflowId)).toContain('workflow.runs-retried')
  })

  it('goes on after a run, and refuses a step that the published version lacks', async () => {
    const { workflowId, ids } = await failedRuns(2)
    await seedVersion(api.organization.id, workflowId, graph('one', { one: transform(0) }), 2)
    const gone = await retryFailed(workflowId, { stepId: 'two' })
    expect(gone).toMatchObject({ status: 409 })
    expect((await failedSteps(workflowId)).body).toMatchObject({
      items: [{ stepId: 'two', published: false }],
    })
    const rest = { stepId: 'two', version: 'same', after: ids[0] }
    expect((await retryFailed(workflowId, rest)).body).toMatchObject({ retried: 1 })
    expect((await inStatus(ids[0] ?? '', 'failed')).retriedAs).toBeNull()
  })

  it('is not for strangers and people who may not', async () => {
    const { workflowId } = await failedRuns(1)
    const organization = await organizationWithKeys()
    const body = { stepId: 'two' }
    const answers = await Promise.all([
      failedSteps(workflowId, { organization }),
      retryFailed(workflowId, body, { organization }),
      failedSteps(workflowId, { as: 'worker' }),
      retryFailed(workflowId, body, { as: 'worker' }),
      retryFailed(workflowId, {}),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 403, 403, 400])
  })
})
