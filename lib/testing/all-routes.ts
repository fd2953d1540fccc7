import { globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { contracts } from '#lib/contracts/index'
import type { Contract } from '#lib/contracts/contract'
import type { RouteHandler } from '#lib/http/route'

const root = path.resolve(import.meta.dirname, '../..')
export const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Addresses that have no contract, and why. */
export const routesWithoutContract: Record<string, string> = {
  'app/api/[[...path]]/route.ts': 'every address that is none of ours',
  'app/api/auth/[...nextauth]/route.ts': 'sign-in speaks the protocol of next-auth',
}

export const routeFiles: string[] = globSync('app/api/**/route.ts', { cwd: root }).map((file) => file.replaceAll(path.sep, '/'))

/** Every route file of the API with what it exports, apart from those without a contract. */
export async function importRoutes(): Promise<{ file: string; exports: Record<string, RouteHandler | undefined> }[]> {
  const files = routeFiles.filter((file) => !(file in routesWithoutContract))
  return await Promise.all(files.map(async (file) => ({ file, exports: (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, RouteHandler | undefined> })))
}

/** Every endpoint: its contract and the handler that serves it. */
export async function importEndpoints(): Promise<{ contract: Contract; handler: RouteHandler }[]> {
  const handlers = (await importRoutes()).flatMap(({ exports }) => verbs.flatMap((verb) => (exports[verb]?.contract ? [exports[verb]] : [])))
  return contracts.map((contract) => {
    const handler = handlers.find((each) => each.contract?.id === contract.id)
    if (!handler) throw new Error(`${contract.id} has no route`)
    return { contract, handler }
  })
}
