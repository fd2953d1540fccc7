import ts from 'typescript-js'
import { afterAll, expect, it } from 'vitest'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { runCode } from '#lib/sandbox/run-code'
import { CodeTypes } from './code-types.ts'
import { missingGlobals, missingMembers } from './missing-in-sandbox.ts'

afterAll(async () => await stopProcessPools())

/** Objects of which some members are no part of the prototype. */
const samples: Record<string, string> = {
  Array: '[]',
  String: 'new String("a")',
  Function: '(function () {})',
  RegExp: '/a/',
  Error: 'new Error("a")',
  AggregateError: 'new AggregateError([])',
  SuppressedError: 'new SuppressedError(1, 2)',
  ApiError: 'new ApiError(400, "a")',
  Math: 'Math',
  JSON: 'JSON',
  Iterator: '[].values()',
  // TypeScript's name for the same.
  IteratorObject: '[].values()',
}

/** JavaScript that asks whether each of the names is there, by its name in a report. */
function* questions(): Generator<[name: string, isThere: string]> {
  const types = new CodeTypes()
  types.open('export default () => undefined', '')
  const program = types.service.getProgram() ?? expect.fail('no program')
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(types.file) ?? expect.fail('no code')
  const globals = checker.getSymbolsInScope(source, ts.SymbolFlags.Value)
  for (const symbol of globals) {
    const { name } = symbol
    if (name === 'undefined' || name === 'globalThis' || name === 'default') continue
    yield [name, `typeof ${name} !== 'undefined' || ${name} === undefined`]
    const type = checker.getTypeOfSymbolAtLocation(symbol, source)
    for (const key of keysOf(checker, type)) yield [`${name}.${key}`, has(name, key)]
  }
  const interfaces = checker.getSymbolsInScope(source, ts.SymbolFlags.Interface)
  for (const symbol of interfaces) {
    const { name } = symbol
    const isValue = globals.some((each) => each.name === name)
    if (!isValue && !(name in samples)) continue
    const type = checker.getDeclaredTypeOfSymbol(symbol)
    const sample = samples[name] ?? `${name}.prototype`
    for (const key of keysOf(checker, type)) yield [`${name}#${key}`, has(sample, key)]
  }
}

/** The names of members that are always there; `[Symbol.iterator]` is one too. */
function keysOf(checker: ts.TypeChecker, type: ts.Type): string[] {
  return checker
    .getPropertiesOfType(type)
    .filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
    .map((each) => /^__@(\w+)@\d+$/.exec(each.name)?.[1] ?? each.name)
    .filter((key) => !key.startsWith('__'))
}

const isSymbol = (key: string): boolean => key in Symbol
const has = (of: string, key: string): string =>
  `((of) => of !== undefined && (${JSON.stringify(key)} in Object(of)` +
  `${isSymbol(key) ? ` || Symbol.${key} in Object(of)` : ''}))(${of})`

async function absentOf(asked: [name: string, isThere: string][]): Promise<string[]> {
  const tests = asked.map(
    ([name, isThere]) =>
      `try { if (!(${isThere})) absent.push(${JSON.stringify(name)}) } ` +
      `catch { absent.push(${JSON.stringify(name)}) }`,
  )
  const result = await runCode({
    source: `export default () => { const absent = []; ${tests.join('\n')}; return absent }`,
    input: {},
    timeoutMs: 20_000,
    organizationId: 'test',
  })
  if (!result.ok) expect.fail(result.message)
  return result.value as string[]
}

it('declares nothing that the sandbox does not have', { timeout: 60_000 }, async () => {
  const asked = [...questions()]
  expect(asked.length).toBeGreaterThan(800)
  const names = asked.map(([name]) => name)
  expect(names).toEqual(
    expect.arrayContaining(['ApiError', 'console.error', 'Array#at', 'Math.max']),
  )
  expect(await absentOf(asked)).toEqual([])
})

it('leaves out nothing that the sandbox has', async () => {
  const asked = [
    ...missingGlobals.map((name): [string, string] => [name, `typeof ${name} !== 'undefined'`]),
    ...missingMembers.map((name): [string, string] => {
      const [owner = '', key = ''] = name.split(/[.#]/)
      return [name, has(name.includes('#') ? `${owner}.prototype` : owner, key)]
    }),
  ]
  expect(await absentOf(asked)).toEqual([...missingGlobals, ...missingMembers])
})

it('declares every global of the sandbox', async () => {
  const result = await runCode({
    source: 'export default () => Object.getOwnPropertyNames(globalThis)',
    input: {},
    timeoutMs: 20_000,
    organizationId: 'test',
  })
  const names = result.ok ? (result.value as string[]) : expect.fail(result.message)
  const types = new CodeTypes()
  types.open(names.map((name) => `${name};`).join('\n'), '')
  expect(types.problems()).toEqual([])
  expect(names).toContain('ApiError')
})
