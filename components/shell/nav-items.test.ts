import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { navItems } from './nav-items.ts'

const pages = globSync('app/(app)/*/page.tsx').map(
  (file) => `/${path.basename(path.dirname(file))}`,
)

it('every page is in the navigation, and every entry is a page', () => {
  const entries = navItems.map(({ href }) => href).filter((href) => href !== '/')
  expect(entries.sort()).toEqual(pages.sort())
})

it('axe looks at every page', () => {
  const looked = readFileSync('e2e/accessibility.spec.ts', 'utf8')
  expect(pages.filter((page) => !looked.includes(`'${page}'`))).toEqual([])
})
