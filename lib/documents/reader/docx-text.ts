import type { openArchive } from './unzip.ts'

/** A part of a Word document as mammoth reads it. */
type Element = { type: string; value?: string; children?: Element[]; breakType?: string }

/** Cells with more are paragraphs of their own, such as those of a page laid out as a table. */
const longestCell = 200

/** Cells of a row stand in one line, as they are read: a label and its value belong together. */
function rowText({ children = [] }: Element): string {
  const cells = children.map((cell) => textOfElement(cell).trim())
  if (cells.some(({ length }) => length > longestCell)) return `${cells.join('\n\n')}\n\n`
  return `${cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('  ')}\n`
}

function textOfElement(element: Element): string {
  const { type, value, children = [], breakType } = element
  if (type === 'text') return value ?? ''
  if (type === 'tab') return '\t'
  if (type === 'break') return breakType === 'line' ? '\n' : '\n\n'
  if (type === 'tableRow') return rowText(element)
  const text = children.map(textOfElement).join('')
  if (type === 'table') return `${text}\n`
  return type === 'paragraph' ? `${text}\n\n` : text
}

/** The text of an opened Word document. Throws what mammoth and the archive throw. */
export async function docxText(archive: ReturnType<typeof openArchive>): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  // Mammoth's published types are older than this input.
  const file: unknown = {
    exists: (name: string) => archive.has(name),
    async read(name: string, encoding?: string) {
      const content = archive.read(name)
      if (encoding === 'base64') return content.toString('base64')
      return encoding === undefined ? content : new TextDecoder(encoding).decode(content)
    },
  }
  let text = ''
  // The document itself is wanted: mammoth's own text has cells and broken lines run together.
  const transformDocument = (document: Element): Element => {
    text = textOfElement(document)
    return { ...document, children: [] }
  }
  await mammoth.convertToHtml({ file } as unknown as { buffer: Buffer }, { transformDocument })
  return text
}
