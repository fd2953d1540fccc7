import { readPages } from '#lib/documents/reader/pages'

/** The text of each page of a PDF, in the order of reading. */
export async function pdfPagesOf(bytes: Uint8Array): Promise<string[]> {
  const range = { format: 'pdf' as const, from: 1, count: 100 }
  const found = await readPages({ do: 'pages', ...range }, Buffer.from(bytes))
  if (found.type === 'refused') throw new Error(found.message)
  return found.pages.map(({ text }) => text)
}
