import { afterAll, describe, expect, test, vi } from 'vitest'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { compileTypeScript } from './compile.ts'
import { runCode } from './run-code.ts'

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 })

afterAll(() => stopProcessPools())

const nested = (open: string, close: string, times = 20_000) =>
  `export default () => ${open.repeat(times)}1${close.repeat(times)}`

describe('compileTypeScript', () => {
  test('strips types and preserves every line and column', async () => {
    const source =
      'type Input = {\n  start: { name: string }\n}\n\nexport default async ({ start }: ' +
      'Input): Promise<string> => {\n  const name = start.name as string\n  if (name) throw new ' +
      'Error(name satisfies string)\n  return name!\n}'
    const result = await compileTypeScript(source)
    const code = result.ok ? result.code : ''
    expect(code.split('\n').map((line) => line.length)).toEqual(
      source.split('\n').map((line) => line.length),
    )
    expect(
      await runCode({
        source: code,
        input: { start: { name: 'Ada' } },
        timeoutMs: 10_000,
        organizationId: 'one',
      }),
    ).toMatchObject({ kind: 'thrown', message: 'Ada', line: 7 })
  })

  test.for([
    'export default function main() {}',
    'export default async function () {}',
    'const main = () => 1; export default main',
    'export { main as default }; async function main() {}',
    'const make = () => () => 1; export default make()',
    'import type { Z } from "z"; export default (a: Z) => a',
  ])('accepts %s', async (source) => {
    expect(await compileTypeScript(source)).toMatchObject({ ok: true })
  })

  test.for([
    ['const a = 1;\nlet x = = 3\nexport default () => x', 2, 9, /Expression expected/],
    ['\n\nexport default () => {', 3, expect.any(Number), /Expected|Unexpected/],
    ['export default () => 1\nlet a\nlet a', 3, 5, /already been declared/],
    ['let b = 1\n\n  enum A {\n B }\nexport default () => A', 3, 3, /enum is not supported\.$/],
    [
      'export default () => { class A { constructor(private a: string) {} } }',
      1,
      expect.any(Number),
      /parameter propert/i,
    ],
    ['import fs from "fs"\nexport default () => fs', 1, 1, /^Imports are not available/],
    ['export default () => 1\nexport * from "fs"', 2, 1, /^Imports are not available/],
    ['export { default } from "fs"', 1, 1, /^Imports are not available/],
    [
      'export default async () => {\n  return await import("fs")\n}',
      2,
      16,
      /^Imports are not available/,
    ],
    ['const a = 1', 1, 1, /needs a default export/],
    ['', 1, 1, /needs a default export/],
    ['export const a = () => 1', 1, 1, /needs a default export/],
    ['\nexport default { a: 1 }', 2, 16, /must be a function/],
    ['export default "text"', 1, 16, /must be a function/],
    ['export default class A {}', 1, 16, /must be a function/],
    ['export default async function* () {}', 1, 16, /generator/],
    ['export default () => /(?<a>.)(?<a>.)/', 1, expect.any(Number), /Duplicate capture group/],
  ] as const)('refuses %j', async ([source, line, column, message]) => {
    expect(await compileTypeScript(source)).toEqual({
      ok: false,
      line,
      column,
      message: expect.stringMatching(message),
    })
  })

  test('refuses code over 256 KiB', async () => {
    expect(
      await compileTypeScript(`export default () => '${'x'.repeat(256 * 1024)}'`),
    ).toMatchObject({ ok: false, message: /256 KiB/ })
  })

  test.for([
    ['parentheses', nested('(', ')')],
    ['brackets', nested('[', ']')],
    ['types', `export default (a: ${'Array<'.repeat(20_000)}1${'>'.repeat(20_000)}) => a`],
    ['unary operators', nested('!', '', 100_000)],
    ['arrows', nested('a => ', '')],
    ['sums', nested('1 + ', '', 40_000)],
    ['conditions', nested('a ? 1 : ', '')],
  ] as const)('survives very deep %s', async ([, source]) => {
    const result = await compileTypeScript(source)
    if (!result.ok) expect(result.message).toMatch(/nested too deeply|too long to read/)
    // Node's own stripping stays broken in a process where this has happened.
    expect(await compileTypeScript('export default (a: string) => a')).toMatchObject({ ok: true })
  })
})
