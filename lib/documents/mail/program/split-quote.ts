const lineOf = (line: string): string => line.trim()
const isBlank = (line: string): boolean => line.trim() === ''
const isQuoted = (line: string): boolean => line.startsWith('>')

/** What Outlook and others put between an answer and the mail below it. */
const separators = [
  /^-{3,}\s*(original message|ursprüngliche nachricht|mensaje original|message d'origine)\s*-{3,}$/i,
  /^-{3,}\s*(forwarded message|reply above this line)\s*-{3,}$/i,
]

/** How far below each other the lines of a quoted head may be. */
const headLines = 8
const headFields = [
  [/^(from|von|de):\s/i, /^(sent|date|gesendet|datum|enviado|fecha|envoyé):\s/i],
  [/^(to|an|para|à):\s/i],
  [/^(subject|betreff|asunto|objet):/i],
] as const

/** A head of a quoted mail: From, Sent, To and Subject, each on its line. */
function isQuotedHead(lines: string[], at: number): boolean {
  const first = lines[at]
  if (first === undefined || !headFields[0][0].test(lineOf(first))) return false
  const next = lines.slice(at + 1, at + 1 + headLines).map(lineOf)
  const needed = [headFields[0][1], headFields[1][0], headFields[2][0]]
  return needed.every((field) => next.some((line) => field.test(line)))
}

/** Ends like `On Monday Ada wrote:`, in one or two lines. */
const introduces = /(?:wrote|writes|escribió|a écrit)\s*:$|\bschrieb\b[^:]*:$/i
const maxIntroduction = 300

/**
 * The first line of a quote that reaches to the end: lines with `>`, and the line that introduces
 * them. Undefined where something that is not quoted follows them, because people answer between
 * the lines, too.
 */
function quotedTail(lines: string[]): number | undefined {
  let at = lines.length
  while (at > 0 && (isQuoted(lines[at - 1] ?? '') || isBlank(lines[at - 1] ?? ''))) at--
  if (!lines.slice(at).some(isQuoted)) return undefined
  if (lines.slice(0, at).some(isQuoted)) return undefined
  const one = lineOf(lines[at - 1] ?? '')
  // The length first: on a long line the pattern would take minutes.
  if (one.length <= maxIntroduction && introduces.test(one)) {
    const two = lineOf(lines[at - 2] ?? '')
    return /^(on|am|el|le)\s/i.test(two) && !/^(on|am|el|le)\s/i.test(one) ? at - 2 : at - 1
  }
  return at
}

function startOfQuote(lines: string[]): number | undefined {
  const separated = lines.findIndex(
    (line, index) =>
      separators.some((separator) => separator.test(lineOf(line))) || isQuotedHead(lines, index),
  )
  const tail = quotedTail(lines)
  if (separated < 0) return tail
  return tail === undefined ? separated : Math.min(separated, tail)
}

/**
 * The new text of an answer: without the mail that is quoted below it, where that is certain. Else
 * the whole text, so that nothing of an answer is lost.
 */
export function newTextOf(text: string): string {
  const lines = text.split('\n')
  const start = startOfQuote(lines)
  if (start === undefined) return text
  // Outlook draws a line above the head of the quoted mail.
  const above = lines.slice(0, start)
  while (above.length > 0 && /^[_\s]*$/.test(above.at(-1) ?? '')) above.pop()
  const own = above.join('\n').trim()
  return own === '' ? text : own
}
