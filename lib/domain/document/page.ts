import { z } from 'zod'

const length = z.number().nonnegative()

/** A rectangle on a page: points (1/72 inch) from the top left corner of the page as it is shown. */
export const boxSchema = z.object({ x: z.number(), y: z.number(), width: length, height: length })
export type Box = z.infer<typeof boxSchema>

/**
 * A word of a page; `start` is where it begins in the text of the page. On a page of a table a word
 * is a cell, and its box is in cells: `x` is the column from 0, `y` the row of the file.
 */
export type PageWord = { text: string; start: number; box: Box }

/** The cells of a spreadsheet that a page holds. */
export const cellsSchema = z.object({ sheet: z.string(), range: z.string() })
export type Cells = z.infer<typeof cellsSchema>

/** The part of a table that a page holds, as a grid. */
export const tableViewSchema = z.object({
  /** Letters, as in a spreadsheet. */
  columns: z.array(z.string()),
  rows: z.array(z.object({ number: z.int(), header: z.boolean(), cells: z.array(z.string()) })),
})
export type TableView = z.infer<typeof tableViewSchema>

export const pageSourceSchema = z.enum(['text', 'ocr'])
/** Where the text of a page comes from: the file itself, or the recognition of a picture. */
export type PageSource = z.infer<typeof pageSourceSchema>

/**
 * One page of a document that was read. Documents without pages (text, DOCX, HTML, tables) have
 * sections in their place, whose width, height and words are 0 and none.
 */
export type DocumentPage = {
  fileId: string
  /** From 1. */
  page: number
  /** Of the page as it is shown, in points. */
  width: number
  height: number
  /** Normalized by NFKC. */
  text: string
  /** In the order of the text. */
  words: PageWord[]
  how: PageSource
  /** 0 to 1: how sure the recognition is of its words; 1 where the text is in the file. */
  confidence: number
  cells?: Cells
}

export const placeSchema = z.object({
  fileId: z.string(),
  /** From 1. */
  page: z.int().positive(),
  /** Where it begins and ends in the text of the page. */
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** What stands there, as the page has it. */
  text: z.string(),
  /** One for each line; none where the document has no pages. */
  boxes: z.array(boxSchema),
  /** On a page of a table: exactly the cells of the place. */
  cells: cellsSchema.optional(),
})
/** A place in a document: exactly the characters that a citation or a value stands on. */
export type Place = z.infer<typeof placeSchema>
