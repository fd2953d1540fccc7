/** Where a stamp is on a page as it is shown. */
export const stampPlaces = [
  'top-left',
  'top',
  'top-right',
  'center',
  'diagonal',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const
export const stampColors = ['black', 'gray', 'red', 'blue', 'green'] as const

export type Stamp = {
  /** One line; `{page}` and `{pages}` are numbers. */
  text: string
  place: (typeof stampPlaces)[number]
  /** Of the letters, in points; smaller where the page is too narrow. */
  size: number
  /** From 0, which cannot be seen, to 1. */
  opacity: number
  color: (typeof stampColors)[number]
  /** Its pages; all by default. */
  pages?: PageRange[] | undefined
}

/** Pages by their numbers, from 1. */
export type PageRange = { from: number; to: number }

/** What is made of PDFs: one of all, one of each range of pages, or another one of the only one. */
export type PdfChange =
  | { do: 'merge' }
  | { do: 'split'; parts: PageRange[] | { every: number } }
  | { do: 'stamp'; stamp: Stamp }
  | { do: 'flatten' }
