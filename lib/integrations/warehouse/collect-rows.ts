import { ApiError } from '#lib/domain/api-error'
import type { WarehouseRow } from './port.ts'

export type ResultLimits = { maxRows: number; maxBytes: number }

/** More is an error, never a silent cut. Bytes are those of the answer's JSON. */
export const resultLimits: ResultLimits = { maxRows: 10_000, maxBytes: 10 * 1024 * 1024 }

/** 400 `result_too_large`. */
export function resultTooLarge({ maxRows, maxBytes }: ResultLimits = resultLimits): ApiError {
  const message =
    `The result has more than ${maxRows.toLocaleString('en-US')} rows or ` +
    `${Math.round(maxBytes / 1024 / 1024)} MB. Ask for less: add a LIMIT, name fewer ` +
    'columns, or aggregate.'
  return new ApiError('result_too_large', message, { maxRows, maxBytes })
}

/** The warehouse's column names; a repeated name gets `_2`, so that no value is lost. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>(names)
  const used = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let count = 2; used.has(unique) || (unique !== name && taken.has(unique)); count++)
      unique = `${name}_${count}`
    used.add(unique)
    return unique
  })
}

/**
 * Turns rows of values into objects and counts them as they arrive. `add` throws
 * `result_too_large`.
 */
export function collectRows(names: readonly string[], limits: ResultLimits = resultLimits) {
  const columns = uniqueNames(names)
  const rows: WarehouseRow[] = []
  let bytes = 0
  return {
    rows,
    add(values: readonly unknown[]): void {
      const row = Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null]))
      bytes += Buffer.byteLength(JSON.stringify(row)) + 1
      if (rows.length >= limits.maxRows || bytes > limits.maxBytes) throw resultTooLarge(limits)
      rows.push(row)
    },
  }
}
