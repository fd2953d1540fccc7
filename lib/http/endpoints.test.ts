import { globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, it } from 'vitest'

import { contract, type Contract } from '#lib/contracts/contract'

import { contracts } from './endpoints.ts'

const sample = contract({
  id: 'sample',
  method: 'GET',
  path: '/sample',
  summary: '',
  tag: 'Workflows',
  returns: { 204: { description: '' } },
})

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(sample).every((field) => Object.hasOwn(value, field))

const folder = path.resolve(import.meta.dirname, '../contracts')

async function declared(): Promise<{ name: string; contract: Contract }[]> {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  const found = files.map(async (file) => {
    const exports = (await import(pathToFileURL(path.join(folder, file)).href)) as object
    return Object.entries(exports).flatMap(([name, value]) =>
      isContract(value) ? [{ name, contract: value }] : [],
    )
  })
  return (await Promise.all(found)).flat()
}

describe('the table of endpoints', async () => {
  const all = await declared()

  it('has every contract of lib/contracts', () => {
    const missing = all.filter((each) => !contracts.includes(each.contract))
    expect(missing.map(({ name }) => `${name} has no line in lib/http/endpoints.ts`)).toEqual([])
    expect(all.length).toBe(contracts.length)
  })

  it('has a unique id for each endpoint', () => {
    const ids = contracts.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('names every contract …Contract', () => {
    const others = all.filter(({ name }) => !name.endsWith('Contract'))
    expect(others.map(({ name }) => name)).toEqual([])
  })
})
