import { diffLists, type Stretch } from './diff-lists.ts'

/** A stretch of a text. */
export type TextPart = { kind: Stretch<string>['kind']; text: string }

/** Words, spaces and signs, so that together they are the text again. */
const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []

/** In which words two texts differ. */
export const diffWords = (before: string, after: string): TextPart[] =>
  diffLists(wordsOf(before), wordsOf(after)).map(({ kind, items }) => ({
    kind,
    text: items.join(''),
  }))

/** A line of one text or of both, with its numbers; `skipped` stands for lines that are the same. */
export type DiffLine =
  | { kind: 'same' | 'added' | 'removed'; text: string; before?: number; after?: number }
  | { kind: 'skipped'; lines: Extract<DiffLine, { text: string }>[] }

/** The lines around a change that stay in sight. */
const around = 3

/** No text has no line. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

function numbered(before: string, after: string): Extract<DiffLine, { text: string }>[] {
  let old = 0
  let now = 0
  return diffLists(linesOf(before), linesOf(after)).flatMap(({ kind, items }) =>
    items.map((text) => ({
      kind,
      text,
      ...(kind === 'added' ? {} : { before: ++old }),
      ...(kind === 'removed' ? {} : { after: ++now }),
    })),
  )
}

/** The lines of two texts. Only lines that are the same are folded; a changed one is always there. */
export function diffLines(before: string, after: string): DiffLine[] {
  const lines = numbered(before, after)
  const isNear = lines.map(() => false)
  lines.forEach(({ kind }, place) => {
    if (kind === 'same') return
    for (let near = Math.max(0, place - around); near <= place + around; near++) isNear[near] = true
  })
  const found: DiffLine[] = []
  for (const [place, line] of lines.entries()) {
    const last = found.at(-1)
    if (isNear[place]) found.push(line)
    else if (last?.kind === 'skipped') last.lines.push(line)
    else found.push({ kind: 'skipped', lines: [line] })
  }
  // A fold of one line would hide no more than it takes.
  return found.flatMap((line) =>
    line.kind === 'skipped' && line.lines.length === 1 ? line.lines : [line],
  )
}
