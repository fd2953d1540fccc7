import { z } from 'zod'
import { boxSchema } from '../document/page.ts'

const inch = 72
/** A box in inches from the top left corner of the page, as providers publish them. */
export const inInches = (x: number, y: number, width: number, height: number) => ({
  x: x * inch,
  y: y * inch,
  width: width * inch,
  height: height * inch,
})

/** A sheet that the provider puts in front of the letter; the address stands on it. */
const frontSheets = ['none', 'address_page', 'certified_sheet'] as const

/**
 * How a provider prints: what it puts on the first page, in points from the top left corner. Boxes
 * are null where the address stands on a sheet in front.
 */
export const printTemplateSchema = z.object({
  frontSheet: z.enum(frontSheets),
  /** Whether the provider charges for the sheet in front. */
  frontSheetCharged: z.boolean(),
  /** Nothing can be printed so near to an edge. */
  margin: z.number().nonnegative(),
  /** What the envelope's windows show: the recipient's address, and the sender's. */
  recipientWindow: boxSchema.nullable(),
  senderWindow: boxSchema.nullable(),
  /** Printed over with white: what stands here cannot be read. */
  covered: boxSchema.nullable(),
  /** Whether the provider publishes these numbers; else they are those of a usual envelope. */
  published: z.boolean(),
})
export type PrintTemplate = z.output<typeof printTemplateSchema>

export const letterCostSchema = z.object({
  /** Decimal, in units of the currency: "8.45". */
  amount: z.string(),
  currency: z.string(),
  /** Where the price is from. */
  note: z.string(),
})
export type LetterCost = z.output<typeof letterCostSchema>

/** Sheets of paper of so many pages. */
export const sheetsOf = (pages: number, doubleSided: boolean): number =>
  Math.ceil(pages / (doubleSided ? 2 : 1))
