import { ApiError } from '#lib/domain/api-error'
import type { Box } from '#lib/domain/document/page'
import type { Issue } from '#lib/domain/issue'
import type { Letter, LettersPort } from '#lib/integrations/letters/port'
import { checkLetterPdf } from './check-letter-pdf.ts'
import { wordsUnder } from './words-under.ts'

type Printed = {
  organizationId: string
  letter: Letter
  pdf: { bytes: Uint8Array; sha256: string }
  signal: AbortSignal
}

/** Words where the provider prints the address: they would be covered. */
export async function coveredWords(port: LettersPort, printed: Printed): Promise<Box[]> {
  const { covered } = port.rules.templateOf(printed.letter)
  return covered ? await wordsUnder(printed.pdf, covered, printed) : []
}

export const coveredIssue: Issue = {
  path: 'file',
  message:
    'Text stands where the address is printed on the first page, and would be covered. Move it, or ' +
    'have the address printed on a page of its own (“Place of the address” of the connection).',
}

/** Answers the number of pages. Throws 400 for a letter that the provider cannot print. */
export async function requirePrintable(port: LettersPort, printed: Printed): Promise<number> {
  const { letter, pdf, organizationId, signal } = printed
  const issues = port.rules.issuesOf(letter)
  if (issues.length > 0) throw ApiError.invalid(issues)
  const { doubleSided } = letter
  const maxSheets = port.rules.maxSheetsOf(letter)
  const pages = await checkLetterPdf(pdf.bytes, { doubleSided, organizationId, maxSheets })
  signal.throwIfAborted()
  if ((await coveredWords(port, printed)).length > 0) throw ApiError.invalid([coveredIssue])
  return pages
}
