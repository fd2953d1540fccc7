import { FileTextIcon, FileTypeIcon, MailIcon, TextIcon, type LucideIcon } from 'lucide-react'
import type { WrittenSource } from '#lib/domain/template/template'
import type { TemplateKind } from '#lib/domain/template/template-words'

type Words = { title: string; help: string; icon: LucideIcon }

/** The kinds of templates, in words. */
export const kindWords: Record<TemplateKind, Words> = {
  document: { title: 'Document', help: 'A Word file, or HTML.', icon: FileTextIcon },
  pdf: {
    title: 'PDF',
    help: 'A form with fields, or pages with header, footer and numbers.',
    icon: FileTypeIcon,
  },
  mail: { title: 'Mail', help: 'Subject and text of an e-mail.', icon: MailIcon },
  text: { title: 'Text', help: 'Plain text, such as a message or a note.', icon: TextIcon },
}

const page = { size: 'letter', landscape: false } as const
/** Each page of a PDF has its number. */
const footer = '<p align="center">Page {page} of {pages}</p>'
const html = '<h1>Your request</h1>\n<p>Dear {{ patient.name }},</p>\n<p>…</p>\n'

/** What a new template that is written here begins with. */
export const starters: Record<TemplateKind, WrittenSource> = {
  document: { format: 'html', html, header: '', footer: '', page },
  pdf: { format: 'html', html, header: '', footer, page },
  mail: {
    format: 'mail',
    subject: 'Your request',
    text: 'Dear {{ name }},\n\n…\n',
    html: '',
  },
  text: { format: 'text', text: 'Dear {{ name }},\n\n…\n' },
}
