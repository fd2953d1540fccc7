'use client'

import { useId } from 'react'
import { CodeField } from '#components/code/code-field'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { Label } from '#components/ui/input/label'
import type { HtmlSource, WrittenSource } from '#lib/domain/template/template'
import type { TemplateKind } from '#lib/domain/template/template-words'

type CodeProps = {
  label: string
  help?: string
  value: string
  lines: number
  html?: boolean
  readOnly: boolean
  onChange(text: string): void
}

function Code({ label, help, value, lines, html, readOnly, onChange }: CodeProps) {
  const id = useId()
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>{label}</Label>
      <CodeField
        id={id}
        label={label}
        language={html ? 'html' : 'markdown'}
        value={value}
        minLines={lines}
        maxLines={30}
        readOnly={readOnly}
        {...(help ? { describedBy: `${id}-help` } : {})}
        onChange={onChange}
      />
      {help ? (
        <p id={`${id}-help`} className="text-sm text-muted-foreground">
          {help}
        </p>
      ) : null}
    </div>
  )
}

type Props<Source> = {
  source: Source
  kind: TemplateKind
  readOnly: boolean
  onChange(source: Source): void
}

type PageSettings = HtmlSource['page']

const sizes = [
  { id: 'letter', label: 'US Letter' },
  { id: 'legal', label: 'US Legal' },
  { id: 'a4', label: 'A4' },
]
const directions = [
  { id: 'no', label: 'Portrait' },
  { id: 'yes', label: 'Landscape' },
]
const margins = [
  { id: 'normal', label: '1 inch' },
  { id: 'narrow', label: '½ inch' },
  { id: 'wide', label: '1½ inches' },
]
/** Those whose letters our fonts have; Hebrew and Arabic are written from the right. */
const languages = [
  { id: 'en-US', label: 'English' },
  { id: 'es-US', label: 'Spanish' },
  { id: 'ar', label: 'Arabic' },
  { id: 'fr', label: 'French' },
  { id: 'de', label: 'German' },
  { id: 'el', label: 'Greek' },
  { id: 'he', label: 'Hebrew' },
  { id: 'pl', label: 'Polish' },
  { id: 'pt-BR', label: 'Portuguese' },
  { id: 'ru', label: 'Russian' },
  { id: 'uk', label: 'Ukrainian' },
  { id: 'vi', label: 'Vietnamese' },
]

/** Paper and language of a PDF. */
function PageChoices({ source, readOnly, onChange }: Props<HtmlSource>) {
  const { page, language = 'en-US' } = source
  const setPage = (change: Partial<PageSettings>) =>
    onChange({ ...source, page: { ...page, ...change } })
  const isListed = languages.some(({ id }) => id === language)
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <LabelledSelect
        label="Paper"
        options={sizes}
        disabled={readOnly}
        value={page.size}
        onChange={(event) => setPage({ size: event.target.value as PageSettings['size'] })}
      />
      <LabelledSelect
        label="Orientation"
        options={directions}
        disabled={readOnly}
        value={page.landscape ? 'yes' : 'no'}
        onChange={(event) => setPage({ landscape: event.target.value === 'yes' })}
      />
      <LabelledSelect
        label="Margins"
        options={margins}
        disabled={readOnly}
        value={page.margins ?? 'normal'}
        onChange={(event) =>
          setPage({ margins: event.target.value as NonNullable<PageSettings['margins']> })
        }
      />
      <LabelledSelect
        label="Language"
        options={isListed ? languages : [...languages, { id: language, label: language }]}
        disabled={readOnly}
        value={language}
        onChange={(event) => onChange({ ...source, language: event.target.value })}
      />
    </div>
  )
}

/** Header, footer, paper and language of a PDF. */
function PageParts(props: Props<HtmlSource>) {
  const { source, readOnly, onChange } = props
  return (
    <>
      <Code
        label="Header"
        html
        value={source.header}
        lines={2}
        readOnly={readOnly}
        onChange={(header) => onChange({ ...source, header })}
      />
      <Code
        label="Footer"
        help="{page} and {pages} are numbers here."
        html
        value={source.footer}
        lines={2}
        readOnly={readOnly}
        onChange={(footer) => onChange({ ...source, footer })}
      />
      <PageChoices {...props} />
    </>
  )
}

/** What a template says, in Liquid. */
export function SourceEditor({ source, kind, readOnly, onChange }: Props<WrittenSource>) {
  if (source.format === 'html')
    return (
      <>
        <Code
          label="HTML"
          help="Placeholders are written {{ patient.name }}. Headings, lists, tables and pictures."
          html
          value={source.html}
          lines={14}
          readOnly={readOnly}
          onChange={(html) => onChange({ ...source, html })}
        />
        {kind === 'pdf' ? (
          <PageParts source={source} kind={kind} readOnly={readOnly} onChange={onChange} />
        ) : null}
      </>
    )
  const text = (
    <Code
      label="Text"
      help="Placeholders are written {{ name }}; {% if urgent %} … {% endif %} asks."
      value={source.text}
      lines={12}
      readOnly={readOnly}
      onChange={(next) => onChange({ ...source, text: next })}
    />
  )
  if (source.format === 'text') return text
  return (
    <>
      <TextField
        label="Subject"
        value={source.subject}
        readOnly={readOnly}
        onChange={(event) => onChange({ ...source, subject: event.target.value })}
      />
      {text}
      <Code
        label="HTML"
        help="The same for mail programs that show HTML; may stay empty."
        html
        value={source.html}
        lines={3}
        readOnly={readOnly}
        onChange={(html) => onChange({ ...source, html })}
      />
    </>
  )
}
