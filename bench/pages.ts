import { drawPage } from '#lib/documents/pages/draw-page'
import { readPages, type PageSource } from '#lib/documents/pages/read-pages'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { pdfOfPages, pictureOf, scanOf } from '#test/samples/sample-pages'
import { report, round } from './support/report.ts'

/**
 * Pages of documents, with the start of their processes: the text of a PDF of 100 dense pages, the
 * picture of one, and the recognition of a scan of 4: `node bench/pages.ts [pages]`.
 */
const count = Number(process.argv[2] ?? 100)

/** Forty lines of ten words, all different. */
const dense = (page: number) => ({
  lines: Array.from({ length: 36 }, (_, line) =>
    Array.from({ length: 10 }, (_each, word) => `word${page}x${line}x${word}`).join(' '),
  ),
})

const sourceOf = (bytes: Uint8Array): PageSource => ({
  fileId: 'bench',
  fileName: 'bench.pdf',
  mimeType: 'application/pdf',
  content: {
    size: bytes.byteLength,
    async *read() {
      yield bytes
      await Promise.resolve()
    },
  },
})
const options = { organizationId: 'bench', languages: ['eng' as const] }

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const started = performance.now()
  const answer = await work()
  return { ms: round(performance.now() - started), answer }
}

/** Answers how many words were read. */
async function read(bytes: Uint8Array, ocr: boolean): Promise<number> {
  let words = 0
  for await (const { pages } of readPages(sourceOf(bytes), { ...options, ocr }))
    for (const page of pages) words += page.words.length
  return words
}

const pdf = await pdfOfPages(Array.from({ length: count }, (_, page) => dense(page)))
const text = await timed(() => read(pdf, true))
const again = await timed(() => read(pdf, true))
const drawn = await timed(() =>
  drawPage(sourceOf(pdf), { organizationId: 'bench', page: 1, dpi: 110 }),
)
const scan = await scanOf(await Promise.all([1, 2, 3, 4].map(() => pictureOf(pdf, 150))))
const recognized = await timed(() => read(scan, true))
report('pages', {
  pages: count,
  words: text.answer,
  textMs: [text.ms, again.ms],
  pictureMs: drawn.ms,
  recognitionMsPerPage: round(recognized.ms / 4),
})
await stopProcessPools()
