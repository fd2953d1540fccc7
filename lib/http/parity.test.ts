import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { contracts } from '#lib/contracts/index'
import { importRoutes, routeFiles, routesWithoutContract, verbs } from '#lib/testing/all-routes'

/** `app/api/v2/runs/[id]/route.ts` → `/api/v2/runs/{id}` */
const addressOf = (file: string): string => `/${path.dirname(file).replace(/^app\//, '')}`.replace(/\[(\w+)\]/g, '{$1}')
const routes = await importRoutes()
const served = routes.flatMap(({ file, exports }) => verbs.flatMap((verb) => (exports[verb]?.contract ? [{ file, verb, contract: exports[verb].contract }] : [])))

describe('routes and contracts', () => {
  it('the walk finds routes', () => expect(routeFiles.length).toBeGreaterThan(10))

  it.each(served.map((each) => [`${each.verb} ${each.file}`, each] as const))('%s serves the contract of its address', (_name, { file, verb, contract }) => {
    expect(`${contract.method} ${contract.path}`).toBe(`${verb} ${addressOf(file)}`)
    expect(contracts).toContain(contract)
  })

  it.each(routes.map((each) => [each.file, each.exports] as const))('%s answers every verb: its own, and 405 for the others', async (file, exports) => {
    expect(Object.keys(exports).sort(), `${file} must be: export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ … })`).toEqual([...verbs, 'OPTIONS'].sort())
    const own = verbs.filter((verb) => exports[verb]?.contract)
    expect(own.length).toBeGreaterThan(0)
    for (const verb of verbs.filter((each) => !own.includes(each))) {
      const response = await exports[verb]?.(new Request('http://localhost/x', { method: verb }), { params: Promise.resolve({}) })
      expect([verb, response?.status, response?.headers.get('allow')?.includes(own[0] ?? '')]).toEqual([verb, 405, true])
    }
  })

  it('every contract has its route', () => {
    const has = new Set(served.map(({ contract }) => contract.id))
    expect(contracts.filter((contract) => !has.has(contract.id)).map((contract) => `${contract.id}: ${contract.method} ${contract.path}`)).toEqual([])
  })

  it('the exceptions exist', () => {
    for (const [file, reason] of Object.entries(routesWithoutContract)) expect([file, routeFiles.includes(file), reason.length > 0]).toEqual([file, true, true])
  })
})
