import vm from 'node:vm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { ProcessPool } from '#lib/process-pool/pool'
import { codeKind, type CodePool } from './code-kind.ts'
import { escapeVectors } from './escape-vectors.ts'
import { runCode } from './run-code.ts'

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 })

const pool: CodePool = new ProcessPool({ ...codeKind, places: 2 })
afterAll(() => pool.stop())

const input = JSON.parse('{"list":[1],"evil":{"__proto__":{"polluted":true}}}') as Record<
  string,
  unknown
>
const isModule = (code: string) => /^export|\nexport/m.test(code)
const asModule = (code: string) => (isModule(code) ? code : `export default ${code}`)

describe.concurrent('escape ideas', () => {
  test.for(escapeVectors)('$name', async ({ code, expected }, { expect: check }) => {
    // A vector that runs into its deadline gets a short one; the others get a long one, because the
    // machine may be busy.
    const timeoutMs = 'kind' in expected && expected.kind === 'timeout' ? 100 : 20_000
    const result = await runCode(
      { source: asModule(code), input, timeoutMs, organizationId: code },
      { pool },
    )
    if ('value' in expected)
      check(result).toEqual({ ok: true, value: expected.value, logs: expect.any(Array) })
    else {
      const { message, ...rest } = expected
      check(result).toMatchObject({
        ok: false,
        ...rest,
        ...(message !== undefined && { message: expect.stringMatching(message) }),
      })
    }
    check(Object.keys(Object.prototype)).toEqual([])
    check('polluted' in {}).toBe(false)
  })
})

const control = escapeVectors.filter((vector) => 'nodeVm' in vector)

test('node:vm, as the positive control, fails several vectors', () => {
  expect(control.length).toBeGreaterThanOrEqual(4)
})

test.for(control)('node:vm lets out: $name', async ({ code, nodeVm, expected }) => {
  class ApiError extends Error {}
  const main = vm.runInNewContext(`(${code})`, { console: { log: () => undefined }, ApiError }) as (
    input: unknown,
  ) => unknown
  const value = await main(structuredClone(input))
  expect(value).toEqual(nodeVm)
  expect(value).not.toEqual('value' in expected ? expected.value : undefined)
})
