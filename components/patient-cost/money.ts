const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** $1,234.50; an amount that nobody knows is never shown as one. */
export const money = (amount: number | null): string =>
  amount === null ? 'Not known' : format.format(amount)
