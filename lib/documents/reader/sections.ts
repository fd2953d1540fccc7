import type { ReadPage } from '../reader-messages.ts'
import { PageText } from './page-text.ts'

/** A text without pages is read in sections of about a page, so that a place in it is useful. */
const sectionCharacters = 3_000

const blank = /^\s*$/

/** Cuts a text at form feeds, and long parts of it at the ends of paragraphs, else of lines. */
export function sectionsOf(text: string): string[] {
  const sections: string[] = []
  for (const part of text.split('\f')) {
    let rest = part
    while (rest.length > sectionCharacters) {
      const head = rest.slice(0, sectionCharacters)
      const ends = ['\n\n', '\n', ' '].map((end) => head.lastIndexOf(end))
      const at = ends.find((end) => end > sectionCharacters / 2) ?? sectionCharacters
      // Not between the halves of a surrogate pair.
      const half = /[\ud800-\udbff]$/.test(rest.slice(0, at)) ? 1 : 0
      sections.push(rest.slice(0, at - half))
      rest = rest.slice(at - half)
    }
    sections.push(rest)
  }
  return sections.filter((section) => !blank.test(section)).map((section) => section.trim())
}

/** A section as a page without size or boxes. */
export function sectionPage(section: string, page: number): ReadPage {
  const text = new PageText()
  text.word(section)
  return text.page({ page, width: 0, height: 0, how: 'text', confidence: 1, scan: false })
}
