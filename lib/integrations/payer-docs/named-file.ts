const extensions: Record<string, string> = {
  'application/pdf': '.pdf',
  'image/tiff': '.tif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'text/plain': '.txt',
  'text/html': '.html',
  'application/xml': '.xml',
  'text/xml': '.xml',
  'application/msword': '.doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
}

/** Turns a title into a file name, with the extension of its type where it has none. */
export function namedFile(title: string, mimeType: string): string {
  const extension = extensions[mimeType.split(';')[0]?.trim().toLowerCase() ?? '']
  return extension === undefined || /\.[A-Za-z0-9]{2,5}$/.test(title) ? title : title + extension
}
