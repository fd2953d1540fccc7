const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** An element; attributes without a value are left out. The content is HTML already. */
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
