import type { ProviderCall } from './provider-server.ts'

/**
 * The parts of a multipart/form-data call, as a server reads them: texts, and the bytes of files.
 * Undefined for other calls.
 */
export async function formOf({ headers, bytes }: ProviderCall): Promise<
  | {
      fields: Record<string, string>
      files: Record<string, { name: string; type: string; bytes: Buffer }>
    }
  | undefined
> {
  if (!/^multipart\/form-data; ?boundary=/.test(headers['content-type'] ?? '')) return undefined
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const fields: Record<string, string> = {}
  const files: Record<string, { name: string; type: string; bytes: Buffer }> = {}
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else
      files[name] = {
        name: value.name,
        type: value.type,
        bytes: Buffer.from(await value.arrayBuffer()),
      }
  }
  return { fields, files }
}
