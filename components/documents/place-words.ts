import type { CitedPlace } from '#lib/domain/ask/answer'

/** Where a place is within its file. */
export const pageWords = ({ page, cells }: CitedPlace): string => {
  if (!cells) return `page ${page}`
  return cells.sheet === '' ? `cells ${cells.range}` : `${cells.sheet} ${cells.range}`
}

/** Where a place is, with its file. */
export const placeWords = (place: CitedPlace): string => `${place.fileName}, ${pageWords(place)}`
