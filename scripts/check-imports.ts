import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { base, importTable } from './import-table.ts'

/** Enforces the import table (import-table.ts). Tests and their helpers may import everything. */

const statement =
  /(?:^|\n)\s*(?:import|export)\s(?<what>[^'";=()]*?)from\s+['"](?<from>[^'"]+)['"]|(?:^|\n)\s*import\s+['"](?<bare>[^'"]+)['"]|\bimport\(\s*['"](?<lazy>[^'"]+)['"]/g
const aliases: Record<string, [folder: string, extension: string]> = {
  '#lib/': ['lib/', '.ts'],
  '#schemas/': ['lib/contracts/', '.ts'],
  '#db/': ['db/', '.ts'],
  '#components/': ['components/', ''],
  '#test/': ['test/', '.ts'],
}
const forbidden: Record<string, string> = {
  'server-only': 'it throws outside Next, and the worker loads our code too',
  'client-only': 'nothing needs it',
}

const fits = (place: string, target: string) => target === place || target.startsWith(`${place}/`)
const zonesByLength = importTable.toSorted((one, other) => other.zone.length - one.zone.length)

/** Resolves a specifier to a file (or `next/…`); undefined for other packages. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  for (const [prefix, [folder, extension]] of Object.entries(aliases)) {
    if (specifier.startsWith(prefix))
      return `${folder}${specifier.slice(prefix.length)}${extension}`
  }
  return fits('next', specifier) ? specifier : undefined
}

function isAllowed(rules: string[], target: string, typeOnly: boolean): boolean {
  return rules.some((rule) => {
    if (rule === 'base') return base.includes(target)
    if (rule.startsWith('types:')) return typeOnly && fits(rule.slice('types:'.length), target)
    return fits(rule, target)
  })
}

function problemsIn(file: string): string[] {
  const zone = zonesByLength.find((candidate) => fits(candidate.zone, file))
  const text = readFileSync(file, 'utf8')
  const problems: string[] = []
  for (const { index, groups } of text.matchAll(statement)) {
    const specifier = groups?.from ?? groups?.bare ?? groups?.lazy ?? ''
    const place = `${file}:${text.slice(0, index + 1).split('\n').length}`
    if (specifier in forbidden)
      problems.push(`${place} imports ${specifier}: ${forbidden[specifier]}.`)
    const target = targetOf(file, specifier)
    if (!target || (zone && fits(zone.zone, target))) continue
    if (!zone) {
      if (!base.includes(file) || !base.includes(target))
        problems.push(`${place} belongs to no zone of scripts/import-table.ts.`)
    } else if (!isAllowed(zone.may, target, /^type\s/.test(groups?.what ?? ''))) {
      problems.push(`${place} imports ${specifier}, which ${zone.zone} may not. ${zone.instead}`)
    }
  }
  return problems
}

/** A program and what it may read, as the modules that start closed-in processes name them. */
const closedIn =
  /\bprogram(?::| =) '(?<program>lib\/[^']+)'[\s\S]*?\breadable(?::| =) \[(?<readable>[^\]]*)\]/

/** The files that a program loads: its own and all that these import, beside packages. */
function loadedBy(program: string): Map<string, string> {
  const importers = new Map([[program, program]])
  for (const [file] of importers) {
    const text = readFileSync(file, 'utf8')
    for (const { groups } of text.matchAll(statement)) {
      const target = targetOf(file, groups?.from ?? groups?.bare ?? groups?.lazy ?? '')
      if (!target?.endsWith('.ts') || /^type\s/.test(groups?.what ?? '')) continue
      if (!importers.has(target)) importers.set(target, file)
    }
  }
  return importers
}

/** Node lets a closed-in process read only what is named, so another import fails at its start. */
function unreadableIn(file: string): string[] {
  const { groups } = closedIn.exec(readFileSync(file, 'utf8')) ?? {}
  if (groups?.program === undefined) return []
  const named = [...(groups.readable ?? '').matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  const readable = [...named, 'lib/process-pool']
  return [...loadedBy(groups.program)]
    .filter(([loaded]) => !readable.some((place) => fits(place, loaded)))
    .map(
      ([loaded, importer]) =>
        `${importer} imports ${loaded}, which ${groups.program} may not read (${file}).`,
    )
}

const files = globSync([
  '{app,components,db,lib}/**/*.{ts,tsx}',
  'proxy.ts',
  'instrumentation.ts',
]).map((file) => file.replaceAll('\\', '/'))
const held = files.filter((file) => !/\.test(-d)?\.tsx?$/.test(file)).sort()
const found = [...held.flatMap(problemsIn), ...held.flatMap(unreadableIn)]
for (const problem of found) process.stdout.write(`${problem}\n`)
process.exitCode = found.length > 0 ? 1 : 0
