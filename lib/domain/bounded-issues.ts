import type { Issue } from './issue.ts'
import { shortText } from './text.ts'

/** How many issues an error lists; the others are counted. */
export const maxIssues = 100
/** The maximum size of the listed issues together, in bytes of JSON. */
const maxBytes = 36_000
const maxCharactersOfOne = 2_000

const utf8 = new TextEncoder()
const bytesOf = (issue: Issue): number => utf8.encode(JSON.stringify(issue)).length + 1
const cut = (text: string): string => shortText(text, maxCharactersOfOne)

/** The issues that fit into an answer, and how many are left out; `more` counts among them. */
export function boundedIssues(issues: Issue[], more = 0): { issues: Issue[]; more: number } {
  const listed: Issue[] = []
  let bytes = 0
  for (const issue of issues.slice(0, maxIssues)) {
    const short = { ...issue, path: cut(issue.path), message: cut(issue.message) }
    bytes += bytesOf(short)
    if (bytes > maxBytes) break
    listed.push(short)
  }
  return { issues: listed, more: more + issues.length - listed.length }
}

/** “And 2,399,900 more.”, as the last issue. */
export const moreIssues = (more: number): Issue => ({
  path: '',
  message: `And ${more.toLocaleString('en-US')} more.`,
})
