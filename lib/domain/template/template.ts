import { z } from 'zod'

const maxCharacters = 200_000

const liquid = (title: string, description: string) =>
  z.string().max(maxCharacters).meta({ title, description })
const filled = (what: string) => (value: string) => value.trim() !== '' || what

const required = (title: string, description: string) =>
  liquid(title, description).refine((value) => filled('')(value) === true, {
    error: `${title} is empty. Write what the template says.`,
  })

const pageMargins = ['normal', 'narrow', 'wide'] as const

/** A template that is written in the browser. */
export const writtenSourceSchema = z.discriminatedUnion('format', [
  z.strictObject({
    format: z.literal('html'),
    html: required('HTML', 'With placeholders in Liquid.'),
    header: liquid('Header', 'Above each page of a PDF.').default(''),
    footer: liquid('Footer', 'Below each page of a PDF.').default(''),
    page: z
      .strictObject({
        size: z.enum(['letter', 'legal', 'a4']).default('letter'),
        landscape: z.boolean().default(false),
        margins: z.enum(pageMargins).optional(),
      })
      .default({ size: 'letter', landscape: false }),
    language: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'This is no language tag. Give one like en-US.')
      .max(35)
      .optional()
      .describe('Of a PDF, for screen readers: a BCP 47 tag, en-US when left out.'),
  }),
  z.strictObject({
    format: z.literal('mail'),
    subject: required('Subject', 'One line, with placeholders in Liquid.').refine(
      (value) => !/[\r\n]/.test(value),
      { error: 'A subject is one line.' },
    ),
    text: required('Text', 'Plain text, with placeholders in Liquid.'),
    html: liquid('HTML', 'The same as HTML; may be empty.').default(''),
  }),
  z.strictObject({
    format: z.literal('text'),
    text: required('Text', 'With placeholders in Liquid.'),
  }),
])
export type WrittenSource = z.output<typeof writtenSourceSchema>
export type HtmlSource = Extract<WrittenSource, { format: 'html' }>

const uploadedSourceSchema = z.strictObject({
  format: z.enum(['docx', 'form']),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
})
export type UploadedSource = z.output<typeof uploadedSourceSchema>

/** What a version of a template consists of. The bytes of a file are kept beside it. */
export const templateSourceSchema = z.union([writtenSourceSchema, uploadedSourceSchema])
export type TemplateSource = WrittenSource | UploadedSource

export const fieldTypes = ['text', 'yes-no', 'choice', 'rows', 'picture'] as const
export type FieldType = (typeof fieldTypes)[number]

/** Limits the placeholders of one template. */
export const maxFields = 500

const column = z.object({
  name: z.string(),
  type: z.enum(fieldTypes),
  /** It may be left out: the template asks whether it is there, or has a default. */
  optional: z.boolean(),
})
export const templateFieldSchema = column.extend({
  /** What a form shows for it, where that is not its name. */
  label: z.string().max(200).optional(),
  /** Its first place, for people: “line 3”, “in the header”. */
  where: z.string(),
  /** What each row has. */
  columns: z.array(column).max(maxFields).optional(),
  /** The values of a choice. */
  options: z.array(z.string()).max(1000).optional(),
  /** More than one of the options may be chosen: a list of them. */
  multiple: z.boolean().optional(),
  /** A text of several lines. */
  multiline: z.boolean().optional(),
  /** The most characters of a text. */
  maxLength: z.int().nonnegative().optional(),
})
export type TemplateField = z.output<typeof templateFieldSchema>
export type TemplateColumn = z.output<typeof column>
