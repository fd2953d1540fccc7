import { execFileSync } from 'node:child_process'
import type { APIRequestContext } from '@playwright/test'

type NewContext = (options: object) => Promise<APIRequestContext>

/** The API of another organization of the same product, as its owner's key. */
export async function otherOrganization(
  name: string,
  newContext: NewContext,
  dataDir = process.env['E2E_DATA_DIR'],
): Promise<APIRequestContext> {
  const program = new URL('second-organization.ts', import.meta.url).pathname
  const key = execFileSync(process.execPath, [program, name], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  const extraHTTPHeaders = { authorization: `Bearer ${key}` }
  return await newContext({ baseURL: process.env['E2E_BASE_URL'], extraHTTPHeaders })
}
