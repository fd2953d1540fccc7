/** What a template becomes: a document (DOCX or HTML), a PDF, a mail, or a text. */
export const templateKinds = ['document', 'pdf', 'mail', 'text'] as const
export type TemplateKind = (typeof templateKinds)[number]

/** How a template is written. `docx` and `form` are uploaded files, the others are Liquid. */
export const templateFormats = ['docx', 'form', 'html', 'mail', 'text'] as const
export type TemplateFormat = (typeof templateFormats)[number]

const formatsOf: Record<TemplateKind, readonly TemplateFormat[]> = {
  document: ['docx', 'html'],
  pdf: ['form', 'html'],
  mail: ['mail'],
  text: ['text'],
}
export const fits = (kind: TemplateKind, format: TemplateFormat): boolean =>
  formatsOf[kind].includes(format)

/** The largest uploaded template, in bytes. */
export const maxTemplateBytes = 10 * 1024 * 1024
