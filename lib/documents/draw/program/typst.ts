import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler'
import { maxDrawnBytes, maxDrawnPages } from '../draw-messages.ts'
import { refuse, Refused } from './refused.ts'

const packages = createRequire(import.meta.url)
/** The folder of a package of fonts; it exports no files. */
const fontsOf = (name: string): string =>
  path.join(path.dirname(packages.resolve(name)), '..', 'fonts')
const latin = fontsOf('@embedpdf/fonts-latin')
const hebrew = fontsOf('@embedpdf/fonts-hebrew')
const arabic = fontsOf('@embedpdf/fonts-arabic')
const fontFiles = [
  ...['Regular', 'Bold', 'Italic', 'BoldItalic'].map((name) => `${latin}/NotoSans-${name}.ttf`),
  ...['Regular', 'Bold'].map((name) => `${hebrew}/NotoSansHebrew-${name}.ttf`),
  ...['Regular', 'Bold'].map((name) => `${arabic}/NotoNaskhArabic-${name}.ttf`),
]
const source = (name: string) => readFileSync(new URL(`./${name}.typ`, import.meta.url), 'utf8')
const common = source('common')
/** Documents after which the engine forgets what none of them used. */
const remembered = 5

/**
 * The layout engine reads files of its workspace only, which is the folder of the fonts: the source
 * is ours, and the data are values in it.
 */
const compiler = NodeCompiler.create({
  workspace: latin,
  fontArgs: [{ fontBlobs: fontFiles.map((file) => readFileSync(file)) }],
})

type Diagnostic = { message?: string }
const messagesOf = (error: NodeError | null): string[] =>
  (error?.shortDiagnostics ?? []).map((each: Diagnostic) => String(each.message))
/** What the engine throws holds its diagnostics as they are printed for programmers. */
const thrownMessages = (error: unknown): string[] =>
  error instanceof Error ? [error.message.replaceAll('\\"', '"')] : []

/** The sentence for what the engine found wrong, which our tree does not exclude. */
function refuseBy(messages: string[]): never {
  const [message = ''] = messages
  const box = /does not fit: (\d+)/.exec(message)?.[1]
  if (box !== undefined) throw new Refused('The text does not fit into its place.', Number(box))
  const letters = [...messages.join('\n').matchAll(/the text `"(.+?)"` could not be displayed/gu)]
  if (letters.length > 0) {
    const signs = letters.slice(0, 10).map(([, sign = '']) => `“${sign.slice(0, 20)}”`)
    return refuse(
      `No font here can draw ${[...new Set(signs)].join(', ')}. Latin, Greek, Cyrillic, Hebrew ` +
        'and Arabic letters can be drawn.',
    )
  }
  return refuse('This document cannot be drawn.')
}

export type Compiled = { pdf: Buffer; pages: number }

/** Draws data by one of our sources. @throws Refused */
export function compile(
  name: 'document' | 'boxes',
  data: unknown,
  files: ReadonlyMap<string, Buffer>,
  at: number,
): Compiled {
  for (const [file, content] of files) compiler.mapShadow(file, content)
  try {
    const main = { mainFileContent: common + source(name), inputs: { data: JSON.stringify(data) } }
    const compiled = compiler.compile(main)
    const { result } = compiled
    if (!result) return refuseBy(messagesOf(compiled.takeDiagnostics()))
    if (result.numOfPages > maxDrawnPages)
      return refuse(`A document may have at most ${maxDrawnPages} pages. Split it.`)
    const pdf = compiler.pdf(result, { creationTimestamp: at, pdfStandard: 'ua-1' })
    if (pdf.byteLength > maxDrawnBytes) return refuse('The drawn PDF is larger than 50 MB.')
    return { pdf, pages: result.numOfPages }
  } catch (error) {
    if (error instanceof Refused) throw error
    return refuseBy(thrownMessages(error))
  } finally {
    compiler.resetShadow()
    compiler.evictCache(remembered)
  }
}
