import { expect, test } from 'vitest'
import { inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import type { Definition } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { bothSides, useDeaths } from '#test/chaos/deaths'
import { graph } from '#test/samples/graph'
import { seedWorkflow } from '#test/harness/seed-organization'

/**
 * A process of its own dies by SIGKILL at a fault point (`fault-points.ts`), and another worker
 * goes on. Whatever the point, the runs must then end as if nothing had happened, and every oracle
 * of `#test/chaos/oracles` must pass.
 */
const deaths = useDeaths()
const { engine, dieAt, recover, everythingHolds } = deaths

const receipt = { receipt: expect.stringMatching(/^receipt /) as string }

/** A workflow with everything that a run can do. */
async function whole(): Promise<{ definition: Definition; startData: Record<string, string> }> {
  const child = await seedWorkflow(
    engine.organizationId,
    graph('inner -> last', {
      inner: { type: 'book', config: { value: 'inner' } },
      last: { type: 'transform', config: { value: 'from the child' } },
    }),
  )
  const asyncResultId = newId()
  await inOrganization(engine.organizationId, async (tx) => {
    await tx.insert(asyncResults).values({
      id: asyncResultId,
      organizationId: engine.organizationId,
      kind: 'sleep',
      dueAt: new Date(),
      dueOutcome: { status: 'completed', result: 'slept' },
    })
  })
  const definition = graph(
    `first -> book -> charge -> charge2 -> loop
     loop -each-> item
     loop -done-> child -> flaky -> timer -> ask -> result -> end`,
    {
      first: { config: { value: { from: { $: 'start.asyncResultId' } } } },
      book: { type: 'book', config: { value: 1 } },
      charge: { type: 'charge', config: { value: 2 } },
      charge2: { type: 'charge', config: { value: 3 } },
      loop: { type: 'for-each', config: { items: [1, 2, 3, 4], concurrency: 2 } },
      item: { type: 'book', config: { value: { $: 'item' } } },
      child: { type: 'sub-workflow', config: { workflow: `w-${child.workflowId}` } },
      flaky: { type: 'book', config: { value: 4, refuse: 2 } },
      timer: { type: 'wait', config: { seconds: 0.2 } },
      ask: { type: 'screen', config: { title: 'Ask' } },
      result: { type: 'wait-for-result', config: { asyncResultId: { $: 'start.asyncResultId' } } },
      end: {
        config: {
          value: {
            items: { $: 'steps.loop.output.results.value' },
            child: { $: 'steps.child.output.last' },
            asked: { $: 'steps.ask.output.decision' },
            result: { $: 'steps.result.output' },
            charged: { $: 'steps.charge2.output' },
          },
        },
      },
    },
  )
  return { definition, startData: { asyncResultId } }
}

const inTurns = [
  'lease',
  'intent',
  'intent:2',
  'result',
  'result:2',
  'children',
  'child-final',
  'suspension',
  'retry',
  'final',
  'results-due',
]

test.each([...bothSides(inTurns), 'after-turn'])(
  'a turn: death at %s leaves the old or the new state, and nothing in between (E1)',
  async (point) => {
    const { definition, startData } = await whole()
    const runId = await engine.start(definition, startData)
    await dieAt(point)
    await recover()
    await everythingHolds()
    const run = await engine.run(runId)
    expect(run).toMatchObject({
      status: 'completed',
      output: {
        end: {
          items: [1, 2, 3, 4],
          child: 'from the child',
          asked: 'approved',
          result: 'slept',
          charged: { ...receipt, value: 3 },
        },
      },
    })
    const calls = deaths.provider.entries.filter(
      (entry) => entry.run === runId && entry.effect === 'unsafe',
    )
    // The provider shows that each call was made once, also when a person had to answer.
    expect(calls.map(({ value }) => value)).toEqual([2, 3])
  },
)
