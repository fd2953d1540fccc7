'use client'

import type { InsertedValue, TemplatePart } from '#lib/domain/expressions/written/template'
import { addressBelow } from '#lib/domain/provider/address-below'

/** Stands for a value that a path has only when it runs. */
const anyValue = 'x'

type Props = {
  /** The address of the connection. */
  base: string
  /** The path below it. */
  parts: TemplatePart[]
  labelOf(value: InsertedValue): string
}

/** Whether a path stays below the address, whatever values it has. */
function isPathBelow(base: string, parts: TemplatePart[]): boolean {
  const path = parts.map((part) => ('text' in part ? part.text : anyValue)).join('')
  return addressBelow(base, path) !== undefined
}

/** The whole address that is called: that of the connection and the path below it. */
export function wholeAddress(
  base: string,
  parts: TemplatePart[],
  labelOf: Props['labelOf'],
): string | undefined {
  if (parts.length === 0 || !isPathBelow(base, parts)) return undefined
  const path = parts
    .map((part) => ('text' in part ? part.text : `‹${labelOf(part.value)}›`))
    .join('')
  const gap = path.startsWith('?') || path.startsWith('#') ? '' : '/'
  return `${base.replace(/\/*$/, '')}${gap}${path.replace(/^\//, '')}`
}

/** Below a path: the address that is called, or that the path leads elsewhere. */
export function WholeAddress({ base, parts, labelOf }: Props) {
  if (parts.length === 0) return null
  const whole = wholeAddress(base, parts, labelOf)
  if (whole === undefined)
    return (
      <p className="text-xs text-amber-700 dark:text-amber-400">
        This does not lie below {base}. Give a path such as /patients.
      </p>
    )
  return <p className="text-xs break-all text-muted-foreground">Calls {whole}</p>
}
