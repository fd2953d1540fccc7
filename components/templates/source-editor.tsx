'use client'

import { useId } from 'react'
import { CodeField } from '#components/code/code-field'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { Label } from '#components/ui/input/label'
import type { HtmlSource, TemplateKind, WrittenSource } from '#lib/domain/template/template'

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

const sizes = [
  { id: 'letter', label: 'US Letter' },
  { id: 'a4', label: 'A4' },
]

/** Header, footer and paper of a PDF. */
function PageParts({ source, readOnly, onChange }: Props<HtmlSource>) {
  const set = (change: Partial<HtmlSource>) => onChange({ ...source, ...change })
  return (
    <>
      <Code
        label="Header"
        html
        value={source.header}
        lines={2}
        readOnly={readOnly}
        onChange={(header) => set({ header })}
      />
      <Code
        label="Footer"
        help="{page} and {pages} are numbers here."
        html
        value={source.footer}
        lines={2}
        readOnly={readOnly}
        onChange={(footer) => set({ footer })}
      />
      <LabelledSelect
        label="Paper"
        options={sizes}
        disabled={readOnly}
        value={source.page.size}
        onChange={(event) =>
          set({ page: { ...source.page, size: event.target.value as 'letter' | 'a4' } })
        }
      />
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
