import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

// What a page loads before it shows anything. What is heavy and not needed at once is imported by
// `dialogLater`, `partLater` or `partAtTouch`.

const root = path.join(import.meta.dirname, '..')
const statement =
  /(?:^|\n)(?:import|export)\s+(?<what>type\s[^'"]*?|\{[^}]*\}|[^'";=()]*?)\s*from\s+'(?<from>[^']+)'|(?:^|\n)import\s+'(?<bare>[^']+)'/g

const isOnlyTypes = (what: string): boolean =>
  what.startsWith('type ') ||
  (what.startsWith('{') &&
    what
      .slice(1, -1)
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .every((name) => name.startsWith('type ')))

const fileOf = (base: string): string | undefined =>
  [base, `${base}.ts`, `${base}.tsx`].find((file) => /\.tsx?$/.test(file) && existsSync(file))

/** As a browser's bundle resolves it (`imports` in package.json): a file, or a package's name. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#lib/contracts/')) return fileOf('lib/contracts/browser.gen.ts')
  if (specifier.startsWith('#schemas/')) return fileOf(`lib/contracts/${specifier.slice(9)}`)
  if (specifier.startsWith('#')) return fileOf(specifier.slice(1))
  if (specifier.startsWith('.')) return fileOf(path.join(path.dirname(from), specifier))
  return specifier
}

const known = new Map<string, string[]>()
function importsOf(file: string): string[] {
  const before = known.get(file)
  if (before) return before
  const found = [...readFileSync(file, 'utf8').matchAll(statement)].flatMap(({ groups }) => {
    if (groups?.what && isOnlyTypes(groups.what)) return []
    return resolve(file, groups?.from ?? groups?.bare ?? '') ?? []
  })
  known.set(file, found)
  return found
}

const isFile = (name: string): boolean => /\.tsx?$/.test(name)

/** The files and packages that a file and all that it imports at once need. */
function importedBy(entry: string): Set<string> {
  const seen = new Set([entry])
  for (const name of seen) if (isFile(name)) for (const next of importsOf(name)) seen.add(next)
  return seen
}

const heavy = [
  'zod',
  '@rjsf/core',
  '@xyflow/react',
  '@codemirror/view',
  'dompurify',
  'marked',
  'react-hook-form',
  'sonner',
]

process.chdir(root)
const pages = globSync('app/**/{page,layout,error}.tsx')
  .flatMap(importsOf)
  .filter((file) => file.startsWith('components/'))

it('loads heavy packages only with the pages that are made of them', () => {
  const found = Object.fromEntries(
    [...new Set(pages)].sort().flatMap((page) => {
      const imported = importedBy(page)
      const loaded = heavy.filter((name) => imported.has(name))
      return loaded.length > 0 ? [[page.replace('components/', ''), loaded]] : []
    }),
  )
  expect(found).toEqual({
    'faxes/fax-page.tsx': ['react-hook-form'],
    'secure-messages/sent-message-page.tsx': ['react-hook-form'],
    'sign-in/first-start-form.tsx': ['zod', 'react-hook-form'],
    'sign-in/join-form.tsx': ['zod', 'react-hook-form'],
  })
})

it('loads the texts of forms, and their other languages, with a form only', () => {
  const withTexts = (pages: string[]) =>
    pages.filter((page) => importedBy(page).has('lib/domain/form/texts/english.ts'))
  expect(withTexts(['components/inbox/screen-page.tsx', 'components/runs/run-page.tsx'])).toEqual(
    [],
  )
  const form = importedBy('components/forms/fill-form.tsx')
  expect(form).toContain('lib/domain/form/texts/english.ts')
  expect(form).not.toContain('lib/domain/form/texts/spanish.ts')
})

it('draws the workflow of a run without the schemas of what editors write', () => {
  const drawing = importedBy('components/runs/graph/run-canvas.tsx')
  expect(drawing).toContain('@xyflow/react')
  expect(drawing).not.toContain('zod')
})
