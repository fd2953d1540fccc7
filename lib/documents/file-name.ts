const longest = 200

/**
 * Makes a file name safe to show and to download: no folders, no control or direction-changing
 * characters (they disguise an extension), at most 200 characters including the extension. Answers
 * `file` when nothing is left.
 */
export function safeFileName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = base
    // oxlint-disable-next-line no-control-regex -- these characters are what is removed
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  if (clean === '') return 'file'
  const characters = Array.from(clean)
  if (characters.length <= longest) return clean
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? ''
  return characters.slice(0, longest - extension.length).join('') + extension
}

/**
 * The value of `Content-Disposition` that makes a browser save the file (RFC 6266, with the name in
 * UTF-8 by RFC 8187).
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
