import { z } from 'zod'
import {
  cellsSchema,
  pageSourceSchema,
  placeSchema,
  tableViewSchema,
} from '#lib/domain/document/page'
import { contract } from '../contract.ts'

const fileParams = z.strictObject({ id: z.uuid('A file has a UUID as its id.') })
const pageParams = fileParams.extend({
  page: z.coerce.number().int().min(1, 'Pages are counted from 1.').max(10_000),
})

export const filePagesSchema = z.object({
  fileId: z.uuid(),
  fileName: z.string(),
  /** Whether its pages can be shown as pictures; else they are sections of text. */
  drawn: z.boolean(),
  pages: z.array(
    z.object({
      /** From 1. */
      page: z.int(),
      /** In points, as shown; 0 for sections of text. */
      width: z.number(),
      height: z.number(),
      how: pageSourceSchema,
      /** 0 to 1: how sure the recognition is; 1 for text of the file. */
      confidence: z.number(),
      cells: cellsSchema.optional(),
    }),
  ),
})
export type FilePagesView = z.infer<typeof filePagesSchema>

export const listFilePagesContract = contract({
  id: 'listFilePages',
  method: 'GET',
  path: '/api/v2/files/{id}/pages',
  summary: 'List the pages of a document',
  description:
    'PDF, DOCX, PNG, JPEG, TIFF, HTML, text, CSV and Excel (parts of 50 rows). The first call reads the document, without ' +
    'recognition of scans; 422 says why it cannot be read.',
  tag: 'Files',
  params: fileParams,
  returns: { 200: { description: 'The pages, in order.', schema: filePagesSchema } },
  errorStatuses: [404, 422, 429, 503],
})

export const getFilePageContract = contract({
  id: 'getFilePage',
  method: 'GET',
  path: '/api/v2/files/{id}/pages/{page}',
  summary: 'Read the text of a page of a document',
  tag: 'Files',
  params: pageParams,
  returns: {
    200: {
      description: 'The text, in the order of reading.',
      schema: z.object({
        page: z.int(),
        text: z.string(),
        table: tableViewSchema.optional().describe('The cells, of a CSV or Excel file.'),
      }),
    },
  },
  errorStatuses: [404, 422, 429, 503],
})

export const searchFileContract = contract({
  id: 'searchFile',
  method: 'GET',
  path: '/api/v2/files/{id}/search',
  summary: 'Find words in a document',
  description:
    'Every place with these words one after the other, in the order of the document; upper and ' +
    'lower case and line breaks do not count. Scans are found once they were recognized.',
  tag: 'Files',
  params: fileParams,
  query: z.strictObject({ q: z.string().trim().min(2, 'Two characters at least.').max(200) }),
  returns: {
    200: {
      description: 'The places; `more` says that there are others behind them.',
      schema: z.object({ places: z.array(placeSchema), more: z.boolean() }),
    },
  },
  errorStatuses: [404, 422, 429, 503],
})

export const pageResolutions = ['small', 'normal', 'fine'] as const
export type PageResolution = (typeof pageResolutions)[number]

export const getFilePagePictureContract = contract({
  id: 'getFilePagePicture',
  method: 'GET',
  path: '/api/v2/files/{id}/pages/{page}/picture',
  summary: 'Draw a page of a PDF or picture',
  tag: 'Files',
  params: pageParams,
  query: z.strictObject({ resolution: z.enum(pageResolutions).default('normal') }),
  returns: { 200: { description: 'A PNG or JPEG.', contentType: 'image/png' } },
  errorStatuses: [404, 422, 429, 503],
})
