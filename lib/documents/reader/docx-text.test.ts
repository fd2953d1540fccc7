import { expect, it } from 'vitest'
import { docxOf } from '#test/samples/sample-documents'
import { referralDocx } from '#test/samples/referral-docx'
import { docxText } from './docx-text.ts'
import { openArchive } from './unzip.ts'

const textOf = async (bytes: Buffer): Promise<string> =>
  (await docxText(openArchive(bytes, 1_000_000))).trim()

it('keeps a label and its value in one line, past pictures and from right to left', async () => {
  const bytes = referralDocx([
    ['Patient:', 'דנה כהן'],
    ['Member ID:', 'EVG-1'],
  ])
  expect(await textOf(bytes)).toBe(
    'Referral for imaging\n\nPatient:  דנה כהן\nMember ID:  EVG-1\n\nPlease review.',
  )
})

it('takes long cells of a layout as paragraphs', async () => {
  const long = 'word '.repeat(50).trim()
  expect(await textOf(referralDocx([['Left', long]]))).toContain(`Left\n\n${long}\n\n`)
})

it('breaks lines and pages where the document does', async () => {
  const bytes = docxOf(['One</w:t><w:br/><w:t>two</w:t><w:br w:type="page"/><w:t>three'])
  expect(await textOf(bytes)).toBe('One\ntwo\n\nthree')
})
