import { drawPdf } from '#lib/documents/draw/draw-pdf'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { quantile, report } from './support/report.ts'

/**
 * A one-page letter and a table of 1,150 rows as PDFs: the first one by a process that starts for
 * it, and one after the other.
 *
 *     node bench/draw.ts
 */
const letter =
  '<p>Cedar Clinic<br>1 Main St<br>Brooklyn, NY 11201</p><p align="right">March 7, 2026</p>' +
  '<h1>Approval of infusions</h1><p>Dear Ada Lindqvist,</p>' +
  '<p>your plan <b>approved</b> the infusions that Dr. Noor asked for on your behalf.</p>'.repeat(
    4,
  ) +
  '<table><thead><tr><th>Code</th><th>Service</th><th>Units</th></tr></thead>' +
  '<tr><td>J9271</td><td>Pembrolizumab</td><td align="right">200</td></tr></table>' +
  '<p>Patient: <bdi>דנה כהן</bdi>, <bdi>محمد</bdi></p>'
const rows = Array.from(
  { length: 1_150 },
  (_, index) => `<tr><td>${index}</td><td>Infusion of a medicine</td><td>${index * 13}</td></tr>`,
)
const table = `<table><thead><tr><th>No</th><th>Service</th><th>Paid</th></tr></thead>${rows.join('')}</table>`

async function milliseconds(html: string, pages: number): Promise<number> {
  const before = performance.now()
  const drawn = await drawPdf({
    html,
    title: 'A letter',
    language: 'en-US',
    footer: '<p align="center">Page {page} of {pages}</p>',
    at: new Date('2026-03-07T09:00:00Z'),
    organizationId: 'bench',
  })
  if (drawn.type === 'refused' || drawn.pages < pages) throw new Error('it was not drawn')
  return performance.now() - before
}

const first = await milliseconds(letter, 1)
const letters: number[] = []
for (let count = 0; count < 100; count += 1) letters.push(await milliseconds(letter, 1))
const tables: number[] = []
for (let count = 0; count < 10; count += 1) tables.push(await milliseconds(table, 20))
report('draw', {
  firstLetterMs: Math.round(first),
  letter: { p50Ms: quantile(letters, 0.5), p95Ms: quantile(letters, 0.95) },
  tableOf1150Rows: { p50Ms: quantile(tables, 0.5), p95Ms: quantile(tables, 0.95) },
})
await stopProcessPools()
