const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$1,234.50`, or `Not known`. */
export const money = (amount: number | null): string =>
  amount === null ? 'Not known' : format.format(amount)
