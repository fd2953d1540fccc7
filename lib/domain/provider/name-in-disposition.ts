/** The file name in a Content-Disposition, in either of its two forms (RFC 6266). */
export function nameInDisposition(header: string | null | undefined): string | undefined {
  const encoded = /filename\*=(?:UTF-8'[^']*')([^;]+)/i.exec(header ?? '')?.[1]
  try {
    if (encoded) return decodeURIComponent(encoded.trim())
  } catch {
    // It is not encoded as in RFC 8187, so the plain name is used.
  }
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1]?.trim()
}
