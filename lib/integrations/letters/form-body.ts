/**
 * Writes a multipart/form-data body (RFC 7578) of text fields and one PDF, with its content type.
 */
export async function formBody(
  fields: Record<string, string>,
  file: { field: string; name: string; pdf: Uint8Array },
): Promise<{ contentType: string; body: Uint8Array }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(
    file.field,
    new Blob([new Uint8Array(file.pdf)], { type: 'application/pdf' }),
    file.name,
  )
  const encoded = new Response(form)
  return {
    contentType: encoded.headers.get('content-type') ?? '',
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
}
