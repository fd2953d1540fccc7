/*
 * The tree that document.typ draws. Optional fields are left out rather than null, because the
 * layout engine asks for them by their presence.
 */

export type Direction = 'ltr' | 'rtl'
export type Align = 'left' | 'right' | 'center' | 'start' | 'end'

/** How letters look. `size` is relative to the text around. */
export type Marks = {
  b?: true
  i?: true
  u?: true
  s?: true
  mark?: true
  code?: true
  sup?: true
  sub?: true
  small?: true
  href?: string
  dir?: Direction
  lang?: string
}
/** `page`: the number of this page, or of all pages. Widths are points. */
export type Run =
  | ({ t: string } & Marks)
  | { br: true }
  | ({ page: 'this' | 'all' } & Marks)
  | { picture: string; width: number; alt: string }

type Placed = { dir?: Direction; lang?: string; align?: Align }
export type Cell = {
  body: Block[]
  colspan: number
  rowspan: number
  align?: Align
  head: boolean
  /** Stays on one page. */
  whole: boolean
}
export type Block =
  | ({ k: 'p'; runs: Run[] } & Placed)
  | ({ k: 'h'; level: number; size: number; runs: Run[] } & Placed)
  | ({ k: 'list'; start?: number; items: Block[][] } & Placed)
  | ({ k: 'quote' | 'indent'; body: Block[] } & Placed)
  | ({ k: 'pre'; text: string } & Placed)
  | { k: 'rule' }
  | { k: 'break' }
  | ({ k: 'table'; columns: number; head: number; cells: Cell[] } & Placed)
