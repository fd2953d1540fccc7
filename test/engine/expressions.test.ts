import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { inOrganization } from '#db/client'
import { definitionSchema, type Definition } from '#lib/domain/workflow/definition'
import { startRun } from '#lib/engine/commands/start-run'
import { watchRuns } from '#lib/engine/watch/watch'
import condition from '#lib/steps/types/flow/condition'
import switchStep from '#lib/steps/types/flow/switch'
import transform from '#lib/steps/types/data/transform'
import whileStep from '#lib/steps/types/flow/while'
import { useEngine } from '#test/harness/engine'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { spawnWorker } from '#test/processes/spawn-worker'

/** The effect of one customer's expression on the worker: none. */
const engine = useEngine([transform, condition, switchStep, whileStep], { workers: 0 })
let neighbour = ''
beforeAll(async () => {
  neighbour = (await seedOrganization()).organizationId
})

const stepOf = (type: string, config: Record<string, unknown>): Definition =>
  definitionSchema.parse({ steps: [{ id: 'it', type, title: 'It', config }] })
const valueOf = (text: string): Definition => stepOf('transform', { value: { $: text } })

const stopped = ['memory', 'deadline', 'D1012', 'D1011', 'D2015', 'too_large', 'too_deep']
const attacks: [text: string, codes: string[]][] = [
  ['($a:=$split($pad("a",40000000),""); $count($zip($a,$a,$a,$a,$a,$a)))', stopped],
  ['$count($distinct([1..200000]))', stopped],
  ['$length($pad("a",4e8))', stopped],
  ['$map([1..1000], function($i) { $map([1..100000], function($j) { $i * $j }) })', stopped],
  ['$reduce([1..1000000], function($all, $i) { $append($all, $i) }, [])', stopped],
  ['($s := $pad("a", 2e8); $length($string([$s, $s, $s, $s])))', stopped],
  ['$length($replace($pad("a", 1e6, "a"), "a", $pad("b", 1e5)))', stopped],
  ['$count($match($pad("a", 3e6, "a"), /a/))', stopped],
  ['$sort([1..300000], function($l, $r) { $count($distinct([1..3000])) > $l })', stopped],
  ['$length($formatInteger(1e15, $pad("0", 2e8)))', [...stopped, 'expression', 'D3130', 'D3131']],
  ['$count([1..1000000].[1..1000000])', stopped],
  ['$eval("$eval(\\"$count($distinct([1..200000]))\\")")', [...stopped, 'D3121', 'D3120']],
  ['($f := function($n) { $f($n + 1) + $f($n + 2) }; $f(1))', stopped],
  ['($d := {"a": {"b": [1..200000]}}; $d.a.b.(%.%.a.b))', stopped],
  ['$count($spread($map([1..500000], function($i) { {"a": $i, "b": [1..100]} })))', stopped],
  ['$each($merge([1..100000].{ $string($): $ }), function($v, $k) { [1..10000] })', stopped],
]

async function startOf(organizationId: string, definition: Definition): Promise<string> {
  const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
  const start = { organizationId, workflowId, versionId, definition, startData: { name: 'Ada' } }
  const caller = { trigger: 'api' as const, startedBy: 'a test', startedByUserId: null }
  const begin = async () =>
    await inOrganization(organizationId, (tx) => startRun(tx, { ...start, ...caller }))
  return (await begin()).runId
}

const timeoutMs = 240_000

async function endOf(organizationId: string, runId: string) {
  const ended = await watchRuns().waitForRun(runId, { organizationId, timeoutMs })
  return ended ? await engine.run(runId) : undefined
}

/**
 * The most memory that a process ever had, in bytes; undefined where the system does not report it.
 */
function peakOf(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined
  const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
  return found ? Number(found[1]) * 1024 : undefined
}

test('fail their own runs, and no other', { timeout: timeoutMs }, async () => {
  const { process: worker } = await spawnWorker(engine.database)
  const hostile = await Promise.all(
    attacks.map(async ([text, codes]) => {
      return { text, codes, runId: await startOf(engine.organizationId, valueOf(text)) }
    }),
  )
  const honest = valueOf('$uppercase(start.name)')
  const neighbours: string[] = []
  for (let count = 0; count < 3; count++) neighbours.push(await startOf(neighbour, honest))
  // The neighbour's runs end while earlier ones still compute.
  for (const runId of neighbours)
    expect(await endOf(neighbour, runId)).toMatchObject({ status: 'completed' })
  const runs = await Promise.all(hostile.map(async ({ runId }) => await engine.run(runId)))
  expect(runs.filter(({ finishedAt }) => finishedAt === null)).not.toEqual([])
  for (const { text, codes, runId } of hostile) {
    const run = await endOf(engine.organizationId, runId)
    const error = { code: 'expression_failed', stepId: 'it' }
    expect(run, text).toMatchObject({ status: 'failed', error })
    expect(codes, text).toContain(run?.error?.details?.['code'])
  }
  expect(worker.exitCode ?? worker.signalCode).toBeNull()
  const peak = peakOf(worker.pid)
  if (peak !== undefined) expect(peak).toBeLessThan(400 * 1024 * 1024)
  const after = await startOf(neighbour, honest)
  expect(await endOf(neighbour, after)).toMatchObject({ status: 'completed' })
})

test.each([
  ['condition', { when: { $: '$count($distinct([1..200000])) > 1' } }],
  ['switch', { cases: [{ name: 'a', when: { $: '$count($distinct([1..200000])) > 1' } }] }],
  ['while', { condition: { $: '$count($distinct([1..200000])) > item.index' } }],
])('a %s is stopped as well', { timeout: timeoutMs }, async (type, config) => {
  await engine.startWorker()
  const runId = await startOf(engine.organizationId, stepOf(type, config))
  const run = await endOf(engine.organizationId, runId)
  await engine.stopWorkers()
  expect(run).toMatchObject({
    status: 'failed',
    error: { code: 'expression_failed', stepId: 'it', details: { code: 'deadline' } },
  })
})
