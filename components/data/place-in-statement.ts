/**
 * The line and column of a character of a statement, both from 1. `position` counts characters from
 * 1, as Postgres does.
 */
export function placeInStatement(
  query: string,
  position: number,
): { line: number; column: number } {
  // Postgres counts characters, JavaScript halves of surrogate pairs.
  const before = Array.from(query)
    .slice(0, position - 1)
    .join('')
    .split('\n')
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 }
}
