import { uploadTemplateContract, type TemplateView } from '#lib/contracts/data/templates'
import { pathOf } from '#lib/http/client'
import { sendForm } from '../forms/send-form.ts'

/** Sends the file of a new template (`name`), or of the next version of one (`basedOn`). */
export async function uploadTemplate(
  template: string,
  file: File | undefined,
  fields: { name?: string; basedOn?: number },
): Promise<TemplateView> {
  const form = new FormData()
  if (fields.name) form.append('name', fields.name)
  if (fields.basedOn !== undefined) form.append('basedOn', String(fields.basedOn))
  if (file) form.append('file', file)
  const path = pathOf(uploadTemplateContract, { template })
  const signal = new AbortController().signal
  return (await sendForm('PUT', path, form, () => undefined, signal)) as TemplateView
}
