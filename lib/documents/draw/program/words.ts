import type { Direction } from './tree.ts'

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const strong = /\p{L}/u
const languages = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi'])

/** The direction of a text by its first letter; undefined when it has none. */
export function directionOf(text: string): Direction | undefined {
  const letter = strong.exec(text)?.[0]
  if (letter === undefined) return undefined
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}

/** The parts of a BCP 47 tag that the layout engine knows; undefined for another text. */
export function languageOf(tag: string): { lang: string; region?: string } | undefined {
  const [, lang, region] = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?\b/i.exec(tag) ?? []
  if (lang === undefined) return undefined
  return { lang: lang.toLowerCase(), ...(region ? { region: region.toUpperCase() } : {}) }
}

/** The direction in which a language is written. */
export const directionOfLanguage = (lang: string): Direction =>
  languages.has(lang) ? 'rtl' : 'ltr'

const longWord = /\S{30,}/g
const part = /.{12}/gsu

/** Lets very long words, such as addresses, end a line, so that they stay on the page. */
export const breakable = (text: string): string =>
  text.replace(longWord, (word) => word.replace(part, '$&\u200b'))

/** Removes what no font can draw: control characters but white space, and halves of characters. */
export const drawable = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these characters are what is removed
    .replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g, '')
