/** A number of runs in words: “1 run”, “1,204 runs”. */
export const countRuns = (count: number): string =>
  count === 1 ? '1 run' : `${count.toLocaleString('en-US')} runs`
