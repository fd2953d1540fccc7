import type { Issue } from './issue.ts'
import { shortText } from './text.ts'

/** What an error lists at most; the others are counted. */
export const maxIssues = 100
/** Characters that the listed issues may have together. */
const maxCharacters = 40_000
const maxCharactersOfOne = 2_000

const cut = (text: string): string => shortText(text, maxCharactersOfOne)

/** The issues that fit into an answer, and how many are left out, `more` among them. */
export function boundedIssues(issues: Issue[], more = 0): { issues: Issue[]; more: number } {
  const listed: Issue[] = []
  let characters = 0
  for (const issue of issues.slice(0, maxIssues)) {
    const short = { ...issue, path: cut(issue.path), message: cut(issue.message) }
    characters += short.path.length + short.message.length
    if (characters > maxCharacters) break
    listed.push(short)
  }
  return { issues: listed, more: more + issues.length - listed.length }
}

/** “And 2,399,900 more.”, as the last of the issues. */
export const moreIssues = (more: number): Issue => ({
  path: '',
  message: `And ${more.toLocaleString('en-US')} more.`,
})
