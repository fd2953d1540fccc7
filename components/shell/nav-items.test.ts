import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { navGroups } from './nav-items.ts'

/** Reached from the menu of the person, and only by instance administrators. */
const elsewhere = ['/organizations', '/installation']
const pages = globSync('app/(app)/*/page.tsx').map(
  (file) => `/${path.basename(path.dirname(file))}`,
)

it('every page is in the navigation, and every entry is a page', () => {
  const entries = navGroups
    .flatMap(({ items }) => items)
    .map(({ href }) => href)
    .filter((href) => href !== '/')
  const forgotten = pages.filter((page) => ![...entries, ...elsewhere].includes(page))
  expect(forgotten.map((page) => `add ${page} to components/shell/nav-items.ts`)).toEqual([])
  const gone = entries.filter((entry) => !pages.includes(entry))
  expect(gone.map((entry) => `there is no app/(app)${entry}/page.tsx`)).toEqual([])
})

it('axe checks every page', () => {
  const checked = readFileSync('e2e/every-page/addresses.ts', 'utf8')
  const forgotten = pages.filter((page) => !checked.includes(`'${page}'`))
  expect(forgotten.map((page) => `add ${page} to e2e/every-page/addresses.ts`)).toEqual([])
})
