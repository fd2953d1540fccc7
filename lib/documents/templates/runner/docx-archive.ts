import PizZip from 'pizzip'
import { oldOfficeOf } from '../../reader/old-office.ts'
import { sentences } from '../../reader/refused.ts'
import { openArchive, TooLarge } from '../../reader/unzip.ts'
import { refuse } from './refused.ts'

const noDocx =
  'This file is not a readable Word document (DOCX). Save it as “Word document (.docx)” and ' +
  'upload it again.'
const large = 'This Word document is too large when it is unpacked. Make its pictures smaller.'

/** The date of all files in a document: the same template and data give the same bytes. */
const sameDate = new Date(Date.UTC(1980, 0, 1))

/**
 * Unpacks a Word document within its limit and packs it anew, so that the library reads nothing
 * that says a wrong size.
 */
export function unpackDocx(bytes: Buffer, maxBytes: number): PizZip {
  const old = oldOfficeOf(bytes)
  if (old) return refuse('', old === 'encrypted' ? sentences.encryptedDocx : sentences.oldDocx)
  try {
    const archive = openArchive(bytes, maxBytes)
    if (!archive.has('word/document.xml') || !archive.has('[Content_Types].xml'))
      return refuse('', noDocx)
    const zip = new PizZip()
    for (const name of archive.names().filter((one) => !one.endsWith('/')))
      zip.file(name, archive.read(name), { binary: true, date: sameDate, createFolders: false })
    return zip
  } catch (error) {
    if (error instanceof TooLarge) return refuse('', large)
    if (error instanceof Error && !('problems' in error)) return refuse('', noDocx)
    throw error
  }
}

/** The document as bytes, the same for the same content. */
export function packDocx(zip: PizZip): Buffer {
  for (const file of Object.values(zip.files)) {
    file.date = sameDate
    file.options.date = sameDate
  }
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' })
}
