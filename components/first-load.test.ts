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

/** The packages that a file and all that it imports at once need. */
function packagesOf(entry: string): Set<string> {
  const seen = new Set([entry])
  const packages = new Set<string>()
  for (const file of seen)
    for (const next of importsOf(file)) {
      if (/\.tsx?$/.test(next)) seen.add(next)
      else packages.add(next)
    }
  return packages
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
      const packages = packagesOf(page)
      const loaded = heavy.filter((name) => packages.has(name))
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
