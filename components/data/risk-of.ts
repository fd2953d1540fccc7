/**
 * What a statement would destroy, as a sentence to confirm; null when nothing needs confirming.
 * Strings and comments do not count.
 */
export function riskOf(query: string): string | null {
  const bare = query
    .replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .trim()
    .toLowerCase()
  if (/^drop\b/.test(bare)) return 'What it names is gone with all its rows, for good.'
  if (/^truncate\b/.test(bare)) return 'All rows of the table are deleted, for good.'
  if (/^alter\b[\s\S]*\bdrop\b/.test(bare))
    return 'What it drops is gone with its values, for good.'
  const [verb] = /^(?:delete|update)\b/.exec(bare) ?? []
  if (verb === undefined || /\bwhere\b/.test(bare)) return null
  const effect = verb === 'delete' ? 'deleted' : 'changed'
  return `It has no WHERE: every row of the table is ${effect}.`
}
