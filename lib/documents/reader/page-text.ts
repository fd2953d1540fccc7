import type { ReadPage } from '../reader-messages.ts'

/** The longest text of one page, in characters. */
const maxPageCharacters = 200_000

type Corners = { left: number; top: number; right: number; bottom: number }

const tenths = (points: number) => Math.round(points * 10)

/**
 * Builds the text of a page from its words, and remembers where each stands. All text of documents
 * is normalized by NFKC: ligatures and Arabic presentation forms become letters.
 */
export class PageText {
  text = ''
  /** For each word: start, length, x, y, width and height, the last four in tenths of a point. */
  readonly words: number[] = []

  /** Adds a word; without corners it has no box. False when the page is full. */
  word(written: string, box?: Corners): boolean {
    const word = readable(written)
    if (word === '') return true
    if (this.text.length + word.length > maxPageCharacters) return false
    if (box)
      this.words.push(
        this.text.length,
        word.length,
        tenths(box.left),
        tenths(box.top),
        tenths(Math.max(0, box.right - box.left)),
        tenths(Math.max(0, box.bottom - box.top)),
      )
    this.text += word
    return true
  }

  /** Adds white space after a word: a space, the end of a line, or of a paragraph. */
  space(kind: ' ' | '\n' | '\n\n'): void {
    if (this.text === '') return
    const ended = this.text.trimEnd()
    const had = this.text.slice(ended.length)
    if (had.length < kind.length || (kind === '\n' && had === ' ')) this.text = ended + kind
  }

  page(rest: Omit<ReadPage, 'text' | 'words'>): ReadPage {
    return { ...rest, text: this.text.trimEnd(), words: this.words }
  }
}

/** Without control characters, which databases and pages refuse, and normalized. */
function readable(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize('NFKC')
      // oxlint-disable-next-line no-control-regex -- these characters are what is removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
  )
}
