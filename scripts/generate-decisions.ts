/**
 * Writes docs/decisions/README.md: every decision with date and status, newest first. `--check`
 * writes nothing and fails when it is stale. A decision is a file with a status below its title, or
 * a section with one below its heading.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '..', 'docs/decisions')
const target = path.join(folder, 'README.md')
const heading = /^#{1,2} (?<title>.+)\n\nStatus: (?<status>.+(?:\n\S.*)*)/gm

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** The status without the date, which is in the file's name. */
const plain = (status: string): string =>
  status
    .replaceAll('\n', ' ')
    .replace(/,? \(?\d{4}-\d\d-\d\d\)?/, '')
    .replace(/\.$/, '')

function linesOf(file: string): string[] {
  const text = readFileSync(path.join(folder, file), 'utf8')
  const date = /^\d{4}-\d\d-\d\d(?=-)/.exec(file)?.[0]
  const found = [...text.matchAll(heading)]
  if (!date || found.length === 0)
    throw new Error(
      `docs/decisions/${file}: name it <year-month-day>-<topic>.md, and write "Status: ` +
        'accepted" under its title.',
    )
  return found.map(({ 0: whole, groups }) => {
    const title = groups?.title ?? ''
    const anchor = whole.startsWith('## ') ? `#${anchorOf(title)}` : ''
    return `- ${date} [${title}](${file}${anchor}): ${plain(groups?.status ?? '')}`
  })
}

const files = globSync('*.md', { cwd: folder }).filter((file) => file !== 'README.md')
const decisions = files
  .sort()
  .toSorted((one, other) => other.slice(0, 10).localeCompare(one.slice(0, 10)))
const text = `# Decisions

What was decided where it was not obvious, and why. One file a topic,
\`<year-month-day>-<topic>.md\`: context, decision, consequences, and below the title a status
(accepted, amended by, superseded by). A decision is not rewritten: a later one supersedes it.
This list is generated: \`npm run generate\`.

${decisions.flatMap(linesOf).join('\n')}
`

const read = (): string => {
  try {
    return readFileSync(target, 'utf8')
  } catch {
    return ''
  }
}

if (process.argv.includes('--check')) {
  if (read() !== text) {
    process.stderr.write('docs/decisions/README.md is stale. Run: npm run generate\n')
    process.exitCode = 1
  }
} else if (read() !== text) writeFileSync(target, text)
