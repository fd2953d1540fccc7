/** A number with its noun: `1 job`, `2 jobs`; `many` where the noun gets more than an s. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
