import { askProgram, type TooCostly } from '../ask-program.ts'
import { drawKind } from './draw-kind.ts'
import {
  maxHtmlBytes,
  type BoxText,
  type DrawReply,
  type DrawRequest,
  type PageSetup,
} from './draw-messages.ts'

export type { PageSetup } from './draw-messages.ts'

export type DrawOptions = {
  /** The document; README.md has the elements that are drawn. Pictures are given as data. */
  html: string
  /** Of the document, for readers and for screen readers; not drawn. */
  title: string
  /** A BCP 47 tag, such as `en-US`: also the direction of what has no `dir`. */
  language: string
  page?: PageSetup
  /** HTML at the top and the bottom of each page; `{page}` and `{pages}` are numbers there. */
  header?: string
  footer?: string
  /** When it is made. The same options give the same bytes. */
  at: Date
  organizationId: string
  /** Milliseconds of CPU. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** A PDF, or why there is none: a sentence for the author of the document. */
export type Drawn =
  | { type: 'pdf'; bytes: Buffer<ArrayBuffer>; pages: number }
  | { type: 'refused'; message: string }

const shorter = 'Make it shorter, or split it.'
const tooCostly: Record<TooCostly, string> = {
  deadline: `This document takes too much time to draw. ${shorter}`,
  memory: `This document takes too much memory to draw. ${shorter}`,
  died: `This document cannot be drawn. ${shorter}`,
}

type Asked = Pick<DrawOptions, 'organizationId' | 'timeoutMs' | 'signal'>

async function ask(
  request: DrawRequest,
  bytes: Uint8Array,
  { organizationId, timeoutMs = 20_000, signal }: Asked,
): Promise<DrawReply> {
  const limits = { organizationId, timeoutMs, ...(signal ? { signal } : {}) }
  const answer = await askProgram<DrawRequest, DrawReply>(drawKind, { request, bytes, ...limits })
  return answer.type === 'reply'
    ? answer.reply
    : { type: 'refused', message: tooCostly[answer.type] }
}

/**
 * Draws HTML as a PDF with text that can be selected and tags for screen readers (PDF/UA-1), in a
 * separate process with a limit of time and memory.
 * @throws ApiError `rate_limited` and `unavailable` as `askProgram`; the signal's reason
 */
export async function drawPdf(options: DrawOptions): Promise<Drawn> {
  const { html, title, language, page = {}, header = '', footer = '', at } = options
  const bytes = Buffer.from(html)
  if (bytes.byteLength > maxHtmlBytes)
    return {
      type: 'refused',
      message: `A document may have at most ${maxHtmlBytes / 1024 / 1024} MB of HTML.`,
    }
  const seconds = Math.floor(at.getTime() / 1000)
  const reply = await ask(
    { do: 'document', title, language, page, header, footer, at: seconds },
    bytes,
    options,
  )
  if (reply.type === 'refused') return { type: 'refused', message: reply.message }
  return { type: 'pdf', bytes: Buffer.from(reply.pdf, 'base64'), pages: reply.pages }
}

/** The pages of a PDF, one for each text, or the number of the text that does not fit. */
export type DrawnBoxes =
  | { type: 'pdf'; bytes: Buffer<ArrayBuffer> }
  | { type: 'refused'; message: string; box?: number | undefined }

/**
 * Draws each text on a page of its own that has the size of its box and is transparent; for what is
 * put on pages of other documents.
 * @throws ApiError as `drawPdf`
 */
export async function drawBoxes(boxes: BoxText[], options: Asked): Promise<DrawnBoxes> {
  const reply = await ask({ do: 'boxes', boxes }, new Uint8Array(), options)
  if (reply.type === 'refused') return reply
  return { type: 'pdf', bytes: Buffer.from(reply.pdf, 'base64') }
}
