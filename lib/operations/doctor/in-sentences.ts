import type { Finding } from '#lib/contracts/instance/installation'
import { countOf } from '#lib/domain/count-of'

const marks = { problem: '✗', warning: '!', fine: '✓' } as const
const order = ['problem', 'warning', 'fine'] as const

const count = (number: number, word: string): string =>
  number === 0 ? `no ${word}s` : countOf(number, word)

/** The findings for a terminal, the worst first, and a line that counts them. */
export function inSentences(findings: Finding[]): string {
  const lines = order.flatMap((level) =>
    findings
      .filter((finding) => finding.level === level)
      .flatMap(({ about, says, toDo }) => [
        `${marks[level]} ${about}: ${says}`,
        ...(toDo === null ? [] : [`    ${toDo}`]),
      ]),
  )
  const of = (level: Finding['level']) =>
    findings.filter((finding) => finding.level === level).length
  return [
    ...lines,
    '',
    `${count(of('problem'), 'problem')}, ${count(of('warning'), 'warning')}.`,
  ].join('\n')
}
