import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Tx } from '#db/client'
import { templates, templateVersions } from '#db/schema/templates'
import { newId } from '#lib/ids'
import type { TemplateField, TemplateSource } from '#lib/domain/template/template'
import type { TemplateKind } from '#lib/domain/template/template-words'

type Seeded = {
  slug: string
  name: string
  kind: TemplateKind
  source: TemplateSource
  content: Buffer | null
  /** As they are found in it; `seeded-templates.test.ts` compares. */
  fields: TemplateField[]
}

const field = (name: string, where: string, more: Partial<TemplateField> = {}): TemplateField => ({
  name,
  type: 'text',
  optional: false,
  where,
  ...more,
})
const column = (name: string) => ({ name, type: 'text' as const, optional: false })

function approvalLetter(): Seeded {
  const fileName = 'approval-letter.docx'
  const content = readFileSync(path.resolve('db/seed/templates', fileName))
  const sha256 = createHash('sha256').update(content).digest('hex')
  const inText = (name: string, more: Partial<TemplateField> = {}) =>
    field(name, 'in the text', more)
  return {
    slug: 'approval-letter',
    name: 'Approval letter',
    kind: 'document',
    source: { format: 'docx', fileName, size: content.length, sha256 },
    content,
    fields: [
      inText('date'),
      inText('patient.name'),
      inText('payer'),
      inText('authorizationNumber', { optional: true }),
      inText('services', {
        type: 'rows',
        columns: [column('name'), column('units'), column('until')],
      }),
    ],
  }
}

/** HTML that is drawn as a PDF: its reader needs no Word. */
const letterToPatient: Seeded = {
  slug: 'letter-to-patient',
  name: 'Letter to the patient',
  kind: 'pdf',
  source: {
    format: 'html',
    html: `<p>{{ date }}</p>
<h1>Your request is approved</h1>
<p dir="auto">{{ patient.name }}</p>
<p>Dear <bdi>{{ patient.name }}</bdi>,</p>
<p><bdi>{{ payer }}</bdi> has approved the services below.{% if authorizationNumber %} The
authorization number is <b>{{ authorizationNumber }}</b>.{% endif %}</p>
<table>
<thead><tr><th>Service</th><th>Units</th><th>Until</th></tr></thead>
{% for service in services %}<tr><td dir="auto">{{ service.name }}</td><td>{{ service.units }}</td>
<td>{{ service.until }}</td></tr>
{% endfor %}</table>
<p>Bring this letter to your appointment. Please call us when you have questions.</p>
<p>Your care team</p>
`,
    header: '<p><b>Rounds Demo</b></p>',
    footer: '<p align="center">Page {page} of {pages}</p>',
    page: { size: 'letter', landscape: false },
    language: 'en-US',
  },
  content: null,
  fields: [
    field('date', 'in the HTML, line 1'),
    field('patient.name', 'in the HTML, line 3'),
    field('payer', 'in the HTML, line 5'),
    field('authorizationNumber', 'in the HTML, line 5', { optional: true }),
    field('services', 'in the HTML, line 9', {
      type: 'rows',
      columns: [column('name'), column('units'), column('until')],
    }),
  ],
}

const approvalNotice: Seeded = {
  slug: 'approval-notice',
  name: 'Approval notice',
  kind: 'mail',
  source: {
    format: 'mail',
    subject: 'Your request at {{ organization }}',
    text:
      'Hello,\n\nthere is an answer to your request. Please sign in at {{ organization }} to ' +
      'read it.\n{% if phone %}\nQuestions? Call {{ phone }}.\n{% endif %}\nYour care team\n',
    html: '',
  },
  content: null,
  fields: [
    field('organization', 'in the subject, line 1'),
    field('phone', 'in the text, line 4', { optional: true }),
  ],
}

/** The templates of the demo: letters in Word and as a PDF, and a mail without patient data. */
export const demoTemplates = (): Seeded[] => [approvalLetter(), letterToPatient, approvalNotice]

export async function seedTemplates(tx: Tx, organizationId: string): Promise<void> {
  const createdBy = 'Rounds demo'
  for (const { slug, name, kind, ...version } of demoTemplates()) {
    const id = newId()
    await tx
      .insert(templates)
      .values({ id, organizationId, slug, name, kind, createdBy, updatedBy: createdBy })
    await tx
      .insert(templateVersions)
      .values({ id: newId(), organizationId, templateId: id, number: 1, createdBy, ...version })
  }
}
