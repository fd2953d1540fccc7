import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { serve, type Call, type Handled } from '#lib/process-pool/serve'

/** The program of the pool's tests, with correct and faulty behaviour. */
export type TestRequest =
  | { do: 'say'; value: unknown }
  | { do: 'count bytes' | 'never' | 'spin' | 'exit' | 'abort' | 'throw' }
  | { do: 'fill heap' | 'fill memory' }
  | { do: 'write'; text: string }
  | { do: 'checked'; usable: boolean | 'never' }
  | { do: 'spent' }
  | { do: 'large'; length: number }
  | { do: 'parts'; count: number; bytes: number }

let calls = 0

/** Keeps the process going. */
const never = (): Promise<never> => new Promise(() => setInterval(() => undefined, 1_000))

type Named<Name> = Extract<TestRequest, { do: Name }>

type Act<Name> = (request: Named<Name>, bytes: Buffer, send: Call['send']) => unknown

const acts: { [Name in TestRequest['do']]: Act<Name> } = {
  say: ({ value }) => value,
  'count bytes': (_request, bytes) => [bytes.length, bytes.at(-1)],
  never,
  spin: () => {
    for (;;) calls += 0
  },
  exit: () => process.exit(3),
  abort: () => process.abort(),
  throw: () => {
    throw new Error('a mistake')
  },
  'fill heap': () => {
    const all: unknown[] = []
    for (;;) all.push({ number: all.length, text: `text ${all.length}` })
  },
  'fill memory': async () => {
    const all: Buffer[] = []
    for (;;) {
      all.push(Buffer.alloc(8 * 1024 * 1024, 1))
      await delay(1)
    }
  },
  write: ({ text }) => writeSync(3, text),
  checked: () => 'checked',
  spent: () => 'spent',
  parts: ({ count, bytes: size }, _bytes, send) => {
    // Of line ends, which separate lines but not parts.
    for (let number = 0; number < count; number += 1) send(Buffer.alloc(size, 10 + number))
    return 'all'
  },
  large: ({ length }) => 'x'.repeat(length),
}

if (process.argv[2] === 'hang') await never()
await serve<TestRequest>(async (request, { bytes, send }): Promise<Handled> => {
  calls += 1
  const said: unknown = await acts[request.do](request as never, bytes, send)
  const reply = { said, calls, pid: process.pid, environment: Object.keys(process.env).length }
  if (request.do === 'checked') {
    const { usable } = request
    return { reply, check: async () => (usable === 'never' ? await never() : usable) }
  }
  return { reply, spent: request.do === 'spent' }
})
