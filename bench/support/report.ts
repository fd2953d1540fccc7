import { cpus, loadavg } from 'node:os'

/** The value below which this part of the numbers lies, to two decimals. */
export const quantile = (numbers: number[], part: number): number =>
  Number(
    [...numbers]
      .sort((one, other) => one - other)
      [Math.min(Math.floor(numbers.length * part), numbers.length - 1)]?.toFixed(2),
  )

export const round = (number: number, digits = 2): number => Number(number.toFixed(digits))

/**
 * Prints a benchmark's result as one line of JSON, which `npm run bench` gathers; with how busy the
 * machine was, since that is half of any figure.
 */
export function report(benchmark: string, result: object): void {
  process.stdout.write(
    `${JSON.stringify({ benchmark, ...result, machine: { cpus: cpus().length, load1: round(loadavg()[0] ?? 0, 1), node: process.versions.node } })}\n`,
  )
}
