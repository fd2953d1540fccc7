import { textOf, type HtmlElement, type HtmlNode } from './html-nodes.ts'
import type { Pictures } from './pictures.ts'
import { refuse } from './refused.ts'
import { readTable, type RawCell } from './table.ts'
import type { Align, Block, Cell, Marks, Run } from './tree.ts'
import { breakable, directionOf, drawable, languageOf } from './words.ts'

/** What an element gives to those in it. */
type Context = {
  dir: Marks['dir']
  lang: string | undefined
  align: Align | undefined
  marks: Marks
  /** Of the page or the column, in points. */
  width: number
  depth: number
}
type Options = { pictures: Pictures; width: number; isMargin: boolean }

const maxDepth = 10
const blocks = new Set(
  (
    'p div section article header footer main nav aside address blockquote pre hr ul ol li ' +
    'dl dt dd figure figcaption details summary table h1 h2 h3 h4 h5 h6'
  ).split(' '),
)
const marksOf: Record<string, Marks> = {
  b: { b: true },
  strong: { b: true },
  i: { i: true },
  em: { i: true },
  cite: { i: true },
  u: { u: true },
  ins: { u: true },
  s: { s: true },
  del: { s: true },
  mark: { mark: true },
  small: { small: true },
  sub: { sub: true },
  sup: { sup: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
}
/** Of headings, relative to the text. */
const headingSizes = [1.6, 1.35, 1.15, 1.05, 1, 1]
const aligns = new Set<string>(['left', 'right', 'center', 'start', 'end'])
/** A cell with fewer characters is not divided between pages. */
const wholeCharacters = 400
/** Rows of a head that is repeated on each page. */
const maxRepeated = 6

function alignOf({ attributes }: HtmlElement): Align | undefined {
  const styled = /text-align:\s*([a-z]+)/.exec(attributes['style'] ?? '')?.[1]
  const given = styled ?? attributes['align']?.toLowerCase()
  return given !== undefined && aligns.has(given) ? (given as Align) : undefined
}

function hasBreak({ attributes }: HtmlElement, where: 'before' | 'after'): boolean {
  const { class: names = '', style = '' } = attributes
  if (where === 'before' && names.split(' ').includes('page-break')) return true
  return new RegExp(`break-${where}:`).test(style)
}

/** Makes the tree of one document, or of its header or footer (`isMargin`). */
export class DocumentTree {
  readonly #options: Options
  /** The levels of the headings around, as HTML has them. */
  #levels: number[] = []

  constructor(options: Options) {
    this.#options = options
  }

  blocksOf(nodes: HtmlNode[]): Block[] {
    const { width } = this.#options
    const none = { dir: undefined, lang: undefined, align: undefined }
    const context = { ...none, marks: {}, width, depth: 0 }
    return this.#blocks(nodes, context)
  }

  #blocks(nodes: HtmlNode[], context: Context): Block[] {
    if (context.depth > maxDepth)
      refuse(`Lists, quotes and tables may be nested ${maxDepth} deep at most.`)
    const flow = new Flow(this.#options, context, (element, inner) => this.#block(element, inner))
    for (const node of nodes) flow.add(node, context)
    return flow.end()
  }

  #block(element: HtmlElement, context: Context): Block[] {
    const { tag } = element
    const deeper = { ...context, depth: context.depth + 1 }
    const placed = placeOf(context)
    if (tag === 'hr') return hasBreak(element, 'before') ? [] : [{ k: 'rule' }]
    if (tag === 'ul' || tag === 'ol') return this.#list(element, deeper)
    if (tag === 'table') return this.#table(element, deeper)
    if (tag === 'blockquote' || tag === 'dd') {
      const body = this.#blocks(element.children, deeper)
      return [{ k: tag === 'dd' ? 'indent' : 'quote', body, ...placed }]
    }
    if (tag === 'pre') {
      const text = drawable(element.children.map(textOf).join('')).replace(/\r\n?/g, '\n')
      return [{ k: 'pre', text: breakable(text), ...placed }]
    }
    const level = /^h([1-6])$/.exec(tag)?.[1]
    if (level !== undefined) return this.#heading(element, context, Number(level))
    const isTerm = tag === 'dt' || tag === 'summary' || tag === 'caption'
    const marks: Marks = isTerm ? { ...context.marks, b: true } : context.marks
    return this.#blocks(element.children, { ...context, marks })
  }

  /** Levels follow each other without a gap, as PDF/UA demands; the sizes stay as written. */
  #heading(element: HtmlElement, context: Context, written: number): Block[] {
    const drawn = this.#blocks(element.children, context)
    if (drawn.length === 0) return []
    while ((this.#levels.at(-1) ?? 0) >= written) this.#levels.pop()
    this.#levels.push(written)
    const level = this.#levels.length
    const size = headingSizes[written - 1] ?? 1
    return drawn.map((block) => {
      if (block.k !== 'p') return block
      const { runs, k: _k, ...place } = block
      return { k: 'h', level, size, runs, ...place }
    })
  }

  #list(element: HtmlElement, context: Context): Block[] {
    const items = element.children
      .filter((child) => typeof child !== 'string' || child.trim() !== '')
      .map((child) => {
        if (typeof child === 'string') return this.#blocks([child], context)
        const inner = within(child, context)
        return this.#blocks(child.tag === 'li' ? child.children : [child], inner)
      })
    if (items.length === 0) return []
    const first = Number(element.attributes['start'] ?? 1)
    const start = Number.isSafeInteger(first) && first >= 0 && first < 1e6 ? first : 1
    const numbered = element.tag === 'ol' ? { start } : {}
    return [{ k: 'list', items, ...numbered, ...placeOf(context) }]
  }

  #table(element: HtmlElement, context: Context): Block[] {
    const table = readTable(element)
    if (!table) return []
    const caption = element.children.find(
      (child): child is HtmlElement => typeof child !== 'string' && child.tag === 'caption',
    )
    const { columns, head, body } = table
    const width = Math.max(40, context.width / columns)
    const cellContext = { ...context, align: undefined, width }
    const cells = head.concat(body).flat()
    const repeated = head.length <= maxRepeated && body.length > 0 ? head.length : 0
    const drawn: Block = {
      k: 'table',
      columns,
      head: repeated,
      cells: cells.map((cell) => this.#cell(cell, cellContext)),
      ...placeOf(context),
    }
    const above = caption ? this.#block(caption, within(caption, context)) : []
    return above.concat(drawn)
  }

  #cell({ element, ...cell }: RawCell, context: Context): Cell {
    if (!element) return { ...cell, body: [], whole: true }
    const inner = within(element, context)
    const marks: Marks = cell.head ? { ...inner.marks, b: true } : inner.marks
    const width = context.width * cell.colspan
    const align = inner.align
    const body = this.#blocks(element.children, { ...inner, marks, width, align: undefined })
    const whole = textOf(element).length < wholeCharacters
    return { ...cell, body, whole, ...(align ? { align } : {}) }
  }
}

function placeOf({ dir, lang, align }: Context) {
  return { ...(dir ? { dir } : {}), ...(lang ? { lang } : {}), ...(align ? { align } : {}) }
}

/** The context in an element, by its attributes. */
function within(element: HtmlElement, context: Context): Context {
  const { dir, lang } = element.attributes
  const found = dir === 'auto' || element.tag === 'bdi' ? directionOf(textOf(element)) : undefined
  const given = dir === 'ltr' || dir === 'rtl' ? dir : found
  return {
    ...context,
    dir: given ?? context.dir,
    lang: (lang === undefined ? undefined : languageOf(lang)?.lang) ?? context.lang,
    align: alignOf(element) ?? context.align,
  }
}

type DrawBlock = (element: HtmlElement, context: Context) => Block[]

/** Turns text and elements that follow each other into paragraphs with the blocks between. */
class Flow {
  readonly #options: Options
  readonly #draw: DrawBlock
  /** Of the paragraph that is written. */
  #around: Context
  readonly #blocks: Block[] = []
  #runs: Run[] = []
  #lastKey = ''

  constructor(options: Options, around: Context, draw: DrawBlock) {
    this.#options = options
    this.#around = around
    this.#draw = draw
  }

  add(node: HtmlNode, context: Context): void {
    if (typeof node === 'string') return this.#text(node, context.marks)
    const { tag } = node
    if (tag === 'br') return this.#push({ br: true })
    if (tag === 'wbr') return this.#text('\u200b', context.marks)
    if (tag === 'img') return this.#picture(node, context)
    const inner = within(node, context)
    if (blocks.has(tag)) return this.#block(node, inner)
    if (tag === 'q') this.#text('“', inner.marks)
    const marks = { ...inner.marks, ...inlineMarks(node, inner, context) }
    for (const child of node.children) this.add(child, { ...inner, dir: context.dir, marks })
    if (tag === 'q') this.#text('”', inner.marks)
  }

  /** Ends the last paragraph. */
  end(): Block[] {
    const last = this.#runs.at(-1)
    if (last && 't' in last) last.t = last.t.replace(/ $/, '')
    while (this.#isEmptyAt(this.#runs.at(-1))) this.#runs.pop()
    if (this.#runs.length > 0)
      this.#blocks.push({ k: 'p', runs: this.#runs, ...placeOf(this.#around) })
    this.#runs = []
    this.#lastKey = ''
    return this.#blocks
  }

  #isEmptyAt(run: Run | undefined): boolean {
    return run !== undefined && ('br' in run || ('t' in run && run.t === ''))
  }

  #block(element: HtmlElement, context: Context): void {
    this.end()
    const outer = this.#around
    // A page is not broken in a list or a table.
    const mayBreak = context.depth === 0 && !this.#options.isMargin
    if (mayBreak && hasBreak(element, 'before')) this.#blocks.push({ k: 'break' })
    this.#around = context
    for (const block of this.#draw(element, context)) this.#blocks.push(block)
    if (mayBreak && hasBreak(element, 'after')) this.#blocks.push({ k: 'break' })
    this.#around = outer
  }

  #picture(element: HtmlElement, { width }: Context): void {
    const { src, alt = '', width: wanted } = element.attributes
    const picture = this.#options.pictures.add(src)
    const given = /^\d{1,5}/.exec(wanted ?? '')?.[0]
    const natural = given === undefined ? picture.width : Math.max(1, Number(given)) * 0.75
    this.#push({ picture: picture.name, width: Math.min(natural, width), alt: drawable(alt) })
  }

  #push(run: Run): void {
    const last = this.#runs.at(-1)
    if ('br' in run && last && 't' in last) last.t = last.t.replace(/ $/, '')
    this.#runs.push(run)
    this.#lastKey = ''
  }

  #text(text: string, marks: Marks): void {
    if (!this.#options.isMargin) return this.#plainText(text, marks)
    for (const part of text.split(/(\{pages?\})/)) {
      if (part === '{page}') this.#push({ page: 'this', ...marks })
      else if (part === '{pages}') this.#push({ page: 'all', ...marks })
      else this.#plainText(part, marks)
    }
  }

  /** White space becomes one space, and none at the beginning of a line. */
  #plainText(text: string, marks: Marks): void {
    const last = this.#runs.at(-1)
    const endsLine = !last || 'br' in last || ('t' in last && last.t.endsWith(' '))
    const one = drawable(text).replace(/[ \t\n\f\r]+/g, ' ')
    const shown = breakable(endsLine ? one.replace(/^ /, '') : one)
    if (shown === '') return
    const key = JSON.stringify(marks)
    if (last && 't' in last && key === this.#lastKey) last.t += shown
    else this.#runs.push({ t: shown, ...marks })
    this.#lastKey = key
  }
}

function inlineMarks(element: HtmlElement, inner: Context, around: Context): Marks {
  const { tag, attributes } = element
  const href = tag === 'a' ? attributes['href'] : undefined
  return {
    ...marksOf[tag],
    ...(href && /^(?:https?|mailto|tel):/i.test(href) ? { href: drawable(href) } : {}),
    ...(inner.dir && inner.dir !== around.dir ? { dir: inner.dir } : {}),
    ...(inner.lang && inner.lang !== around.lang ? { lang: inner.lang } : {}),
  }
}
