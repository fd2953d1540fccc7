import type { Margins, PageSetup } from '../draw-messages.ts'
import { refuse } from './refused.ts'

/** Points. */
const sizes = { letter: [612, 792], legal: [612, 1008], a4: [595.28, 841.89] } as const
const inch = 72
/** The least width and height of what is between the margins. */
const leastRoom = 72

/** The measures of a page in points. */
export function measuresOf({ size = 'letter', orientation = 'portrait', margins = {} }: PageSetup) {
  const [narrow, wide] = sizes[size]
  const [width, height] = orientation === 'portrait' ? [narrow, wide] : [wide, narrow]
  const all: Margins = { top: inch, right: inch, bottom: inch, left: inch, ...margins }
  const room = Math.min(width - all.left - all.right, height - all.top - all.bottom)
  const isRight = Object.values(all).every((margin) => Number.isFinite(margin) && margin >= 0)
  if (!isRight || room < leastRoom) refuse('The margins leave less than an inch for the text.')
  return { width, height, margins: all }
}
