/** A number as people write it: +1 212 555 0123; others in groups of three. */
export function readableNumber(number: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
  if (american) return `+1 ${american[1]} ${american[2]} ${american[3]}`
  return number.replace(/(\d{3})(?=\d{2,})/g, '$1 ')
}

/** What of a typed number is called: without spaces, and with the country code of North America. */
export function dialable(typed: string): string {
  const plain = typed.replace(/[\s().-]/g, '')
  return /^\d{10}$/.test(plain) ? `+1${plain}` : plain
}
