/**
 * Checks the documents: each link to a file of the project and its anchor exist, each named file or
 * folder exists, each template imports existing files, and docs/README.md names every document.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const map = 'docs/README.md'
/** Texts of the demo, and documents that another list names. */
const apart = /^(?:db\/seed\/|docs\/decisions\/(?!README\.md$))/

const anchorOf = (title: string): string =>
  title
    .replace(/\[(.*?)\]\(.*?\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''))

/** The relative links of a document, as file and anchor, without examples of code. */
function linksOf(file: string): { file: string; anchor: string }[] {
  const text = readFileSync(file, 'utf8')
    .replace(/^ *```.*?^ *```/gms, '')
    .replace(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\((?!\w+:|\/)([^)\s]+)\)/g)].map((match) => {
    const [target = '', anchor = ''] = (match[1] ?? '').split('#')
    const whole = target === '' ? file : path.posix.join(path.posix.dirname(file), target)
    return { file: whole, anchor }
  })
}

const roots = 'app|bench|components|db|docs|e2e|examples|lib|scripts|test'
const place = new RegExp(`^#?(?:${roots})/[\\w./[\\]()-]+$`)
const bareFile = /^[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs|sql)$/
/** The files that the templates of CONTRIBUTING.md create. */
const invented = /\b(?:words|acme|fax|split-name)\b/

const projectFiles = globSync(`{${roots.replaceAll('|', ',')}}/**/*.{ts,tsx,mjs,sql}`, {
  exclude: ['**/node_modules'],
}).map((file) => `/${file.replaceAll('\\', '/')}`)
const fileNames = new Set(projectFiles.map((file) => path.posix.basename(file)))

function exists(name: string): boolean {
  if (bareFile.test(name)) return fileNames.has(name) || existsSync(name)
  const whole = name.replace(/^#/, '')
  return ['', '.ts', '.tsx'].some((ending) => existsSync(whole + ending))
}

/** Files and folders that a document names in code marks, and that do not exist. */
function goneIn(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/^ *```.*?^ *```/gms, '')
  const names = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '')
  return names.filter(
    (name) => (place.test(name) || bareFile.test(name)) && !invented.test(name) && !exists(name),
  )
}

/** Imports of a document's templates that do not exist. A relative one may start anywhere. */
function brokenImportsIn(file: string): string[] {
  const blocks = readFileSync(file, 'utf8').match(/^ *```tsx?$.*?^ *```$/gms) ?? []
  const imported = blocks
    .flatMap((block) => [...block.matchAll(/ from '([#.][^']+)'/g)])
    .map((match) => match[1] ?? '')
  return imported.filter((from) => {
    const end = from.replace(/^(?:#|(?:\.{1,2}\/)+)/, '/')
    const isThere = projectFiles.some((each) =>
      ['', '.ts', '.tsx'].some((ending) => each.endsWith(end + ending)),
    )
    return !isThere && !invented.test(from)
  })
}

const documents = globSync(['*.md', '{bench,components,db,docs,e2e,examples,lib,test}/**/*.md'], {
  exclude: ['**/node_modules'],
})
  .map((file) => file.replaceAll('\\', '/'))
  .sort()

const problems = documents.flatMap((document) =>
  linksOf(document).flatMap(({ file, anchor }) => {
    if (!existsSync(file)) return [`${document} links to ${file}, which does not exist.`]
    if (anchor === '' || !file.endsWith('.md') || anchorsOf(file).includes(anchor)) return []
    return [`${document} links to ${file}#${anchor}, but no heading has that name.`]
  }),
)

for (const document of documents.filter((each) => !apart.test(each)))
  for (const name of goneIn(document))
    problems.push(`${document} names ${name}, which does not exist.`)
for (const document of documents.filter((each) => !apart.test(each)))
  for (const from of brokenImportsIn(document))
    problems.push(`${document} imports ${from} in a template, which does not exist.`)

const named = new Set(linksOf(map).map(({ file }) => file))
for (const document of documents) {
  if (document !== map && !apart.test(document) && !named.has(document))
    problems.push(`${document} is not named in ${map}: add a line.`)
}

for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
