import { serve } from '#lib/process-pool/serve'
import type { BoxesRequest, DocumentRequest, DrawReply, DrawRequest } from '../draw-messages.ts'
import { DocumentTree } from './document-tree.ts'
import { htmlNodes } from './html-nodes.ts'
import { measuresOf } from './page.ts'
import { Pictures } from './pictures.ts'
import { Refused } from './refused.ts'
import { compile, type Compiled } from './typst.ts'
import { directionOf, directionOfLanguage, drawable, languageOf } from './words.ts'

function drawDocument(request: DocumentRequest, html: string): Compiled {
  const { at, title, language } = request
  const page = measuresOf(request.page)
  const { lang, region } = languageOf(language) ?? { lang: 'en' }
  const pictures = new Pictures()
  const width = page.width - page.margins.left - page.margins.right
  const tree = (text: string, isMargin: boolean) =>
    new DocumentTree({ pictures, width, isMargin }).blocksOf(htmlNodes(text))
  const data = {
    // The engine refuses a document without a title.
    title: drawable(title).trim() || 'Document',
    lang,
    ...(region ? { region } : {}),
    dir: directionOfLanguage(lang),
    page,
    header: tree(request.header, true),
    footer: tree(request.footer, true),
    body: tree(html, false),
  }
  return compile('document', data, pictures.files, at)
}

function drawBoxes({ boxes }: BoxesRequest): Compiled {
  const drawn = boxes.map(({ text, ...box }) => {
    const clean = drawable(text).replace(/\r\n?/g, '\n').replaceAll('\f', ' ')
    const one = box.multiline ? clean : clean.replace(/\s+/g, ' ')
    return { ...box, text: one, dir: directionOf(one) ?? 'ltr' }
  })
  return compile('boxes', { boxes: drawn }, new Map(), 0)
}

function answerOf(request: DrawRequest, bytes: Buffer): DrawReply {
  try {
    const { pdf, pages } =
      request.do === 'document' ? drawDocument(request, bytes.toString('utf8')) : drawBoxes(request)
    return { type: 'pdf', pdf: pdf.toString('base64'), pages }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { message, box } = error
    return { type: 'refused', message, ...(box === undefined ? {} : { box }) }
  }
}

/** The program of a process that draws documents of one organization. */
await serve<DrawRequest>((request, { bytes }) => ({ reply: answerOf(request, bytes) }))
