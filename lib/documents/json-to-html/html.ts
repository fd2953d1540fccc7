const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** Renders an element; attributes without a value are left out. `content` must be HTML. */
export function element(
  tag: string,
  attributes: Record<string, string | number | undefined>,
  content: string,
): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`,
  )
  return `<${tag}${written.join('')}>${content}</${tag}>`
}

/** Renders an image; nothing when its address is no text. */
export function imageHtml(src: unknown, alt: unknown): string {
  if (typeof src !== 'string') return ''
  return `<img src="${escapeHtml(src)}" alt="${escapeHtml(typeof alt === 'string' ? alt : '')}" />`
}
