import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { givePassword } from '../organization/people.ts'

/** The cell that does not know the organizations of the other journeys, with a demo of its own. */
export const dataDirOfEast = (): string => path.join(process.env['E2E_DATA_DIR'] ?? '', 'east')

type NewContext = (options: object) => Promise<APIRequestContext>

/** The API as a system calls it, with the key of the demo organization in the east. */
export async function apiOfEast(newContext: NewContext): Promise<APIRequestContext> {
  const key = readFileSync(path.join(dataDirOfEast(), 'demo-api-key'), 'utf8')
  const extraHTTPHeaders = { authorization: `Bearer ${key}` }
  return await newContext({ baseURL: process.env['E2E_BASE_URL'], extraHTTPHeaders })
}

/** A browser in which the owner of the demo organization in the east is signed in. */
export async function ownerOfEast(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['E2E_BASE_URL'] ?? '' })
  const page = await context.newPage()
  const given = process.env['E2E_PASSWORD'] ?? ''
  await givePassword(page, 'owner@east.example.com', { given })
  await page.waitForURL((url) => url.pathname === '/')
  return page
}
