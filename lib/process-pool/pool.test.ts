import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { TestRequest } from '#test/processes/pool-program'
import { childPrograms } from '#test/harness/child-programs'
import { until } from '#test/harness/until'
import { ProcessBudget } from './budget.ts'
import type { Ask, ProcessKind } from './kind.ts'
import { ProcessPool } from './pool.ts'

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })

const reply = z.object({
  said: z.unknown(),
  calls: z.int(),
  pid: z.int(),
  environment: z.int(),
})
type Reply = z.output<typeof reply>

const kind: ProcessKind<Reply> = {
  name: 'tests',
  program: 'test/processes/pool-program.ts',
  readable: ['test/processes/pool-program.ts'],
  nobody: true,
  heapMegabytes: 32,
  reply,
  replyBytes: 1024 * 1024,
  residentBytes: 256 * 1024 * 1024,
  restingBytes: 256 * 1024 * 1024,
  reuse: 'all',
  callsPerProcess: 1_000,
  idleMs: 60_000,
  places: 1,
}

type Pool = ProcessPool<TestRequest, Reply>
const pools: Pool[] = []
function makePool(more: Partial<ProcessKind<Reply>> = {}, budget = new ProcessBudget(99)): Pool {
  const pool: Pool = new ProcessPool({ ...kind, ...more }, budget)
  pools.push(pool)
  return pool
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()))
})

/** Longer than any test. */
const minute = 600_000
const ask = (pool: Pool, request: TestRequest, more: Partial<Ask<TestRequest>> = {}) =>
  pool.ask({ request, organizationId: 'one', timeoutMs: minute, ...more })
const said = async (pool: Pool, value: unknown, more: Partial<Ask<TestRequest>> = {}) => {
  const answer = await ask(pool, { do: 'say', value }, more)
  if (answer.type !== 'reply') throw new Error(`no reply: ${JSON.stringify(answer)}`)
  return answer.reply
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const stat = `/proc/${pid}/stat`
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'))
  } catch {
    return false
  }
}

/** Child processes that hang before they are ready, with their users. */
const startingPrograms = () => childPrograms('pool-program.ts\0hang')

const envelope = '"spent":false,"check":false,"residentBytes":1'
const rightReply = '{"said":1,"calls":1,"pid":1,"environment":0}'

describe('a request', () => {
  test('gets a reply from a process without environment, as does the next', async () => {
    const pool = makePool()
    expect(pool.pids).toEqual([])
    const value = { text: 'Überweisung 😀', list: [1, null] }
    const first = await said(pool, value)
    expect(first).toMatchObject({ said: value, calls: 1, environment: 0 })
    expect(await said(pool, 2)).toEqual({ ...first, said: 2, calls: 2 })
    expect(pool.pids).toEqual([first.pid])
    await pool.stop()
    expect(isAlive(first.pid)).toBe(false)
    expect(await said(pool, 3)).toMatchObject({ calls: 1 })
  })

  test.each([0, 1, 70_000, 3_000_000])('accepts %d bytes unchanged', async (length) => {
    const pool = makePool()
    const bytes = Buffer.alloc(length, 10)
    const asked = [ask(pool, { do: 'count bytes' }, { bytes }), said(pool, 'after')]
    const last = length === 0 ? undefined : 10
    const seen = last === undefined ? [0] : [length, last]
    expect(await asked[0]).toMatchObject({ reply: { said: expect.arrayContaining(seen) } })
    expect(await asked[1]).toMatchObject({ said: 'after' })
  })

  test('accepts a stream, and ends where it is shorter than it said', async () => {
    const pool = makePool()
    const content = {
      size: 3_000_000,
      async *read() {
        for (let piece = 0; piece < 30; piece += 1) yield Buffer.alloc(100_000, 10)
      },
    }
    const answer = await ask(pool, { do: 'count bytes' }, { content })
    expect(answer).toMatchObject({ reply: { said: [3_000_000, 10] } })
    const longer = { ...content, size: 3_000_001 }
    expect(await ask(pool, { do: 'count bytes' }, { content: longer })).toEqual({ type: 'died' })
    expect(await said(pool, 'after')).toMatchObject({ said: 'after' })
  })

  test('gives parts of its answer, each when the one before was received', async () => {
    const pool = makePool()
    const parts: Buffer[] = []
    let busy = 0
    const receive = () => async (part: Buffer) => {
      expect((busy += 1)).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      parts.push(part)
      busy -= 1
    }
    const request = { do: 'parts', count: 3, bytes: 300_000 } as const
    expect(await ask(pool, request, { receive })).toMatchObject({ reply: { said: 'all' } })
    expect(parts).toEqual([10, 11, 12].map((byte) => Buffer.alloc(300_000, byte)))
    expect(await said(pool, 'after')).toMatchObject({ said: 'after', calls: 2 })
    // Nobody asked for parts; a part is larger than the kind allows; the receiver fails.
    expect(await ask(pool, request)).toEqual({ type: 'died' })
    const large = { ...request, bytes: 1_100_000 }
    expect(await ask(pool, large, { receive })).toEqual({ type: 'died' })
    const failing = () => async () => await Promise.reject(new Error('the disk is full'))
    expect(await ask(pool, request, { receive: failing })).toEqual({ type: 'died' })
  })

  test('gives its parts again from the beginning when it is asked again', async () => {
    const pool = makePool()
    const attempts: Buffer[][] = []
    const receive = () => {
      const parts: Buffer[] = []
      const number = attempts.push(parts)
      return async (part: Buffer) => {
        parts.push(part)
        if (number === 1) for (const pid of pool.pids) process.kill(pid, 'SIGKILL')
      }
    }
    const request = { do: 'parts', count: 3, bytes: 300_000 } as const
    expect(await ask(pool, request, { receive })).toMatchObject({ reply: { said: 'all' } })
    expect(attempts).toHaveLength(2)
    expect(attempts[1]).toHaveLength(3)
  })

  test('can have a large reply, up to the limit', async () => {
    const pool = makePool()
    const answer = await ask(pool, { do: 'large', length: 900_000 })
    expect(answer).toMatchObject({ reply: { said: 'x'.repeat(900_000) } })
    expect(await ask(pool, { do: 'large', length: 1_100_000 })).toEqual({ type: 'died' })
    expect(await said(pool, 1)).toMatchObject({ calls: 1 })
  })

  test.each([
    ['never', 100, 'deadline'],
    ['spin', 100, 'deadline'],
    ['fill heap', minute, 'memory'],
    ['fill memory', minute, 'memory'],
    ['exit', minute, 'died'],
    ['abort', minute, 'died'],
    ['throw', minute, 'died'],
  ] as const)('that does "%s" ends, and its process with it', async (what, timeoutMs, type) => {
    const pool = makePool()
    const { pid } = await said(pool, 1)
    expect(await ask(pool, { do: what }, { timeoutMs })).toEqual({ type })
    expect(isAlive(pid)).toBe(false)
    expect(await said(pool, 1)).toMatchObject({ calls: 1 })
  })

  test.runIf(existsSync('/proc/self/stat'))(
    'that waits for a processor, or is suspended, does not use up its time',
    async () => {
      const pool = makePool()
      const { pid } = await said(pool, 1)
      process.kill(pid, 'SIGSTOP')
      const answer = said(pool, 2, { timeoutMs: 300 })
      const began = performance.now()
      await until('its time is over by the clock', () => performance.now() - began > 600)
      process.kill(pid, 'SIGCONT')
      expect(await answer).toMatchObject({ said: 2, pid })
    },
  )

  test.each([
    ['no JSON', 'hello\n'],
    ['another shape', '{"id":1}\n'],
    ['an answer to another', `{"id":2,${envelope},"reply":${rightReply}}\n`],
    ['a reply of another kind', `{"id":1,${envelope},"reply":1}\n`],
  ])('that is answered with %s ends as died', async (_what, text) => {
    const pool = makePool()
    expect(await ask(pool, { do: 'write', text })).toEqual({ type: 'died' })
    await until('it is gone', () => pool.pids.length === 0)
  })

  test.runIf(existsSync('/proc/self/stat'))(
    'that takes too much memory ends even while the service hangs',
    async () => {
      const pool = makePool()
      const { pid } = await said(pool, 1)
      await until('it idles, and gets the request at once', () => pool.idlePids.length === 1)
      const asked = ask(pool, { do: 'fill memory' })
      // The event loop does not turn in between, so only the process itself can act.
      const word = new Int32Array(new SharedArrayBuffer(4))
      for (let looks = 0; isAlive(pid) && looks < 3_000; looks += 1) Atomics.wait(word, 0, 0, 10)
      expect(isAlive(pid)).toBe(false)
      expect(await asked).toEqual({ type: 'memory' })
    },
  )

  test('ends with its signal, running or waiting', async () => {
    const pool = makePool({ longAfterMs: minute })
    await said(pool, 1)
    const running = new AbortController()
    const waiting = new AbortController()
    const first = ask(pool, { do: 'spin' }, { signal: running.signal })
    const second = ask(pool, { do: 'spin' }, { signal: waiting.signal })
    waiting.abort()
    expect(await second).toEqual({ type: 'aborted' })
    running.abort()
    expect(await first).toEqual({ type: 'aborted' })
    expect(await ask(pool, { do: 'spin' }, { signal: running.signal })).toEqual({ type: 'aborted' })
  })

  test('is busy when too many wait, or it waited too long', async () => {
    const pool = makePool({ longAfterMs: minute, perOrganization: { waiting: 1 } })
    const over = new AbortController()
    const first = ask(pool, { do: 'spin' }, { signal: over.signal })
    const second = ask(pool, { do: 'spin' }, { signal: over.signal })
    expect(await ask(pool, { do: 'say', value: 1 })).toEqual({ type: 'busy' })
    // The one that may run beyond the places.
    const beyond = { organizationId: 'two', signal: over.signal }
    const third = ask(pool, { do: 'spin' }, beyond)
    const other = { organizationId: 'three', waitMs: 1 }
    expect(await ask(pool, { do: 'say', value: 1 }, other)).toEqual({ type: 'busy' })
    over.abort()
    for (const ended of [first, second, third]) expect(await ended).toEqual({ type: 'aborted' })
  })

  test('says why no process starts', async () => {
    const pool = makePool({ program: 'test/processes/no-such-program.ts' })
    const reason = expect.stringContaining('The process for tests does not start: ')
    expect(await ask(pool, { do: 'spent' })).toEqual({ type: 'not_started', reason })
    expect(pool.size).toBe(0)
  })
})

test('a start that takes too long fails, and the next has no stronger user', async () => {
  const slow = makePool({ args: ['hang'], startMs: 300 })
  const reason = 'The process for tests does not start: it took too long'
  expect(await ask(slow, { do: 'spent' })).toEqual({ type: 'not_started', reason })
  const pool = makePool()
  const { pid } = await said(pool, 1)
  const nobody = process.getuid?.() === 0 && existsSync('/proc/self/status')
  const status = nobody ? readFileSync(`/proc/${pid}/status`, 'utf8') : 'Uid:\t65534'
  expect(status).toMatch(/^Uid:\t65534/m)
})

describe('a process that is killed from outside', () => {
  test('at rest, and not yet known to be dead, loses no request', async () => {
    const pool = makePool()
    const { pid } = await said(pool, 1)
    process.kill(pid, 'SIGKILL')
    // In the same turn, so the pool cannot know yet.
    expect(pool.pids).toEqual([pid])
    expect(await said(pool, 2)).toMatchObject({ said: 2, calls: 1 })
  })

  test('as an unused spare loses no request', async () => {
    const pool = makePool({ reuse: 'none', spare: true })
    await said(pool, 1)
    const spare = await until('a spare', () => pool.idlePids[0])
    process.kill(spare, 'SIGKILL')
    expect(pool.idlePids).toEqual([spare])
    expect(await said(pool, 2)).toMatchObject({ said: 2, calls: 1 })
  })

  test('during a request is replaced once', async () => {
    const pool = makePool({ longAfterMs: minute })
    const { pid } = await said(pool, 1)
    const asked = ask(pool, { do: 'spin' })
    process.kill(pid, 'SIGKILL')
    const next = await until('another', () => pool.pids.find((each) => each !== pid))
    process.kill(next, 'SIGKILL')
    expect(await asked).toEqual({ type: 'died' })
  })

  test('as it starts is started again as the same user, and not as a stronger one', async () => {
    const pool = makePool({ args: ['hang'] })
    const asked = ask(pool, { do: 'say', value: 1 })
    const first = await until('a process', () => startingPrograms()[0])
    process.kill(first.pid, 'SIGKILL')
    const isOther = ({ pid }: { pid: number }) => pid !== first.pid
    const second = await until('another', () => startingPrograms().find(isOther))
    expect(second.user).toBe(first.user)
    process.kill(second.pid, 'SIGKILL')
    expect(await asked).toMatchObject({ type: 'not_started' })
  })
})

describe('the life of processes', () => {
  test('an idle one ends by itself', async () => {
    const pool = makePool({ idleMs: 50 })
    await said(pool, 1)
    await until('it ended', () => pool.pids.length === 0)
  })

  test('one serves its max requests, then its successor is ready', async () => {
    const pool = makePool({ callsPerProcess: 2 })
    const { pid } = await said(pool, 1)
    expect(await said(pool, 2)).toMatchObject({ pid, calls: 2 })
    const successor = await until('it idles', () => pool.idlePids[0])
    expect(await said(pool, 3)).toMatchObject({ pid: successor, calls: 1 })
    expect(successor).not.toBe(pid)
  })

  test('one with too much memory at rest, or that says it is spent, is replaced', async () => {
    const large = makePool({ restingBytes: 1 })
    const { pid } = await said(large, 1)
    expect((await said(large, 2)).pid).not.toBe(pid)
    const pool = makePool()
    await ask(pool, { do: 'spent' })
    expect(await said(pool, 1)).toMatchObject({ calls: 1 })
  })

  test('one that checks itself after its reply is used again after the check', async () => {
    const pool = makePool()
    await ask(pool, { do: 'checked', usable: true })
    expect(await said(pool, 1)).toMatchObject({ calls: 2 })
    await ask(pool, { do: 'checked', usable: false })
    expect(await said(pool, 1)).toMatchObject({ calls: 1 })
    await ask(pool, { do: 'checked', usable: 'never' })
    expect(await said(pool, 1)).toMatchObject({ calls: 1 })
  })

  test('one does not retain its answers', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const pool = makePool()
    const first = new WeakRef(await said(pool, 1))
    expect(await said(pool, 2)).toMatchObject({ calls: 2 })
    await until('the first reply is free', () => {
      collect()
      return first.deref() === undefined
    })
  })

  test('one serves one request, one organization or all', async () => {
    const once = makePool({ reuse: 'none' })
    expect((await said(once, 1)).calls + (await said(once, 1)).calls).toBe(2)
    const own = makePool({ reuse: 'organization' })
    const one = await said(own, 1)
    const two = await said(own, 1, { organizationId: 'two' })
    expect(two.pid).not.toBe(one.pid)
    expect(await said(own, 1)).toMatchObject({ pid: one.pid, calls: 2 })
    const all = makePool()
    await said(all, 1)
    expect(await said(all, 1, { organizationId: 'two' })).toMatchObject({ calls: 2 })
  })

  test('stop lets running requests finish and answers those that wait', async () => {
    const pool = makePool()
    const first = said(pool, 'done')
    const second = ask(pool, { do: 'say', value: 'never' })
    await pool.stop()
    expect(await first).toMatchObject({ said: 'done' })
    expect(await second).toEqual({ type: 'aborted' })
    expect(pool.size).toBe(0)
  })

  test('all pools together have a bounded number; an idle one of another pool ends', async () => {
    const budget = new ProcessBudget(3)
    const one = makePool({ places: 3 }, budget)
    const two = makePool({ places: 3 }, budget)
    const three = [1, 2, 3]
    await Promise.all(three.map((value) => said(one, value)))
    expect(one.pids).toHaveLength(3)
    const counts: number[] = []
    const call = async (value: number) => {
      await said(two, value)
      counts.push(one.size + two.size)
    }
    await Promise.all([...three, ...three].map(call))
    expect(Math.max(...counts)).toBeLessThanOrEqual(3)
    expect(await said(one, 4)).toMatchObject({ said: 4 })
  })

  test('a pool always gets a process, however many others have', async () => {
    const budget = new ProcessBudget(1)
    const one = makePool({}, budget)
    const two = makePool({ places: 3 }, budget)
    const over = new AbortController()
    const endless = ask(one, { do: 'spin' }, { signal: over.signal })
    await until('it runs', () => one.pids.length === 1)
    expect(await Promise.all([1, 2, 3].map((value) => said(two, value)))).toHaveLength(3)
    over.abort()
    expect(await endless).toEqual({ type: 'aborted' })
  })
})

describe('short and long requests', () => {
  test('a short one never waits for the end of long ones of any organization', async () => {
    // Each value starts a process, so the test uses no more than it needs.
    const pool = makePool({ places: 1, longAfterMs: 30 })
    const over = new AbortController()
    const ended: string[] = []
    const endless = Array.from({ length: 4 }, async (_, index) => {
      const group = `workflow ${index % 2}`
      const answer = await ask(pool, { do: 'spin' }, { signal: over.signal, group })
      ended.push(answer.type)
    })
    const others = [{ group: 'short' }, { group: 'workflow 0' }, { organizationId: 'two' }]
    for (const whose of others) {
      expect(await said(pool, 1, whose)).toMatchObject({ said: 1 })
      expect(ended).toEqual([])
      expect(pool.size).toBeLessThanOrEqual(2)
    }
    over.abort()
    await Promise.all(endless)
    expect(ended).toEqual(Array.from({ length: 4 }, () => 'aborted'))
  })

  test('the last ready process is reserved for an organization with none at work', async () => {
    const pool = makePool({ places: 2, longAfterMs: 30 })
    const over = new AbortController()
    const endless = [1, 2, 3].map(() => ask(pool, { do: 'spin' }, { signal: over.signal }))
    const ready = await until('one is ready', () => pool.idlePids[0])
    expect(await said(pool, 1, { organizationId: 'two' })).toMatchObject({ pid: ready })
    // A long one that starts again does not take it.
    const again = ask(pool, { do: 'spin' }, { signal: over.signal })
    expect(await said(pool, 1, { organizationId: 'two' })).toMatchObject({ pid: ready, calls: 2 })
    over.abort()
    for (const ended of [...endless, again]) expect(await ended).toEqual({ type: 'aborted' })
  })

  test('with a spare it is ready before any request is long', async () => {
    const pool = makePool({ places: 2, longAfterMs: minute, spare: true })
    await said(pool, 1)
    await until('one is ready beside it', () => pool.idlePids.length === 2)
    const over = new AbortController()
    const endless = [1, 2].map(() => ask(pool, { do: 'spin' }, { signal: over.signal }))
    const [ready] = pool.idlePids
    expect(pool.idlePids).toHaveLength(1)
    expect(await said(pool, 1, { organizationId: 'two' })).toMatchObject({ pid: ready })
    over.abort()
    for (const ended of endless) expect(await ended).toEqual({ type: 'aborted' })
  })

  test('an organization’s first one does not wait for others that are not long', async () => {
    const pool = makePool({ places: 1, longAfterMs: minute })
    const over = new AbortController()
    const endless = ask(pool, { do: 'spin' }, { signal: over.signal })
    expect(await said(pool, 1, { organizationId: 'two' })).toMatchObject({ said: 1 })
    over.abort()
    expect(await endless).toEqual({ type: 'aborted' })
  })

  test.runIf(process.platform === 'linux')('a long one has the lowest priority', async () => {
    const pool = makePool({ longAfterMs: 30 })
    const over = new AbortController()
    onTestFinished(() => over.abort())
    const { pid } = await said(pool, 1)
    await until('its priority', () => getPriority(pid) === getPriority())
    const endless = ask(pool, { do: 'spin' }, { signal: over.signal })
    // A busy machine may have given it another process than the first one.
    const hasSteppedBack = () => pool.pids.some((each) => getPriority(each) > getPriority())
    await until('it steps back', hasSteppedBack)
    over.abort()
    expect(await endless).toEqual({ type: 'aborted' })
  })

  test('an organization’s long ones leave a place to another’s long ones', async () => {
    const pool = makePool({ places: 2, longAfterMs: 30 })
    const one = new AbortController()
    const two = new AbortController()
    const ofOne = [1, 2, 3].map(() => ask(pool, { do: 'spin' }, { signal: one.signal }))
    const other = { signal: two.signal, organizationId: 'two', timeoutMs: 300 }
    expect(await ask(pool, { do: 'spin' }, other)).toEqual({ type: 'deadline' })
    one.abort()
    expect(await Promise.all(ofOne)).toEqual([1, 2, 3].map(() => ({ type: 'aborted' })))
  })

  test('one that gave up its place is completed later', async () => {
    const pool = makePool({ places: 1, longAfterMs: 0, callsPerProcess: 1 })
    const answers = await Promise.all([1, 2, 3, 4].map((value) => said(pool, value)))
    expect(answers.map((answer) => answer.said)).toEqual([1, 2, 3, 4])
  })

  test('giving up places never increases their number', async () => {
    const pool = makePool({ places: 2, longAfterMs: 20 })
    const sizes: number[] = []
    const call = async (index: number) => {
      const isEndless = index % 2 === 1
      const timeoutMs = isEndless ? 200 : minute
      const whose = { organizationId: `${index % 3}`, group: `${index % 5}`, timeoutMs }
      const answer = await ask(pool, isEndless ? { do: 'spin' } : { do: 'say', value: 1 }, whose)
      sizes.push(pool.size)
      return answer.type
    }
    const ends = await Promise.all(Array.from({ length: 10 }, (_, index) => call(index)))
    expect(ends.filter((end) => end === 'deadline')).toHaveLength(5)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3)
  })

  test('an organization with many does not delay another, nor a workflow another', async () => {
    const pool = makePool({ longAfterMs: minute })
    const order: string[] = []
    const call = async (organizationId: string, group: string) => {
      await said(pool, 1, { organizationId, group })
      order.push(`${organizationId} ${group}`)
    }
    const many = Array.from({ length: 20 }, () => call('one', 'many'))
    await Promise.all([...many, call('one', 'few'), call('two', 'few')])
    // One was already running when they arrived.
    expect(order.indexOf('two few')).toBeLessThanOrEqual(2)
    expect(order.indexOf('one few')).toBeLessThanOrEqual(2)
  })
})
