/**
 * What a statement would destroy, in words to ask about; null when it need not be asked. Strings
 * and comments are left out first.
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
  if (/^(?:delete|update)\b/.test(bare) && !/\bwhere\b/.test(bare))
    return `It has no WHERE: every row of the table is ${bare.startsWith('delete') ? 'deleted' : 'changed'}.`
  return null
}
