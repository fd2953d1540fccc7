import { useState } from 'react'
import type { Issue } from '#lib/domain/issue'
import { FieldFailure, type EstimateFields, type LineFields, type PayerFields } from './estimate.ts'
import { fieldPaths, newLine, newPayer } from './estimate-fields.ts'

/** The fields of the form, and what changes them. */
export function useEstimateForm() {
  const [fields, setFields] = useState<EstimateFields>({
    npi: '',
    dateOfService: '',
    lines: [newLine(1)],
    payers: [newPayer(1)],
  })
  const [lastNumber, setLastNumber] = useState(1)
  const nextNumber = () => {
    setLastNumber(lastNumber + 1)
    return lastNumber + 1
  }
  const setLines = (change: (lines: LineFields[]) => LineFields[]) =>
    setFields((now) => ({ ...now, lines: change(now.lines) }))
  const setPayers = (change: (payers: PayerFields[]) => PayerFields[]) =>
    setFields((now) => ({ ...now, payers: change(now.payers) }))
  return {
    fields,
    change: (changed: Partial<Pick<EstimateFields, 'npi' | 'dateOfService'>>) =>
      setFields((now) => ({ ...now, ...changed })),
    changeLine: (key: string, changed: Partial<LineFields>) =>
      setLines((lines) => changeItem(lines, key, changed)),
    changePayer: (key: string, changed: Partial<PayerFields>) =>
      setPayers((payers) => changeItem(payers, key, changed)),
    addLine: () => {
      const line = newLine(nextNumber())
      setLines((lines) => [...lines, line])
    },
    addPayer: () => {
      const payer = newPayer(nextNumber())
      setPayers((payers) => [...payers, payer])
    },
    removeLine: (key: string) => setLines((lines) => lines.filter((line) => line.key !== key)),
    removePayer: (key: string) =>
      setPayers((payers) => payers.filter((payer) => payer.key !== key)),
  }
}

const changeItem = <Item extends { key: string }>(
  items: Item[],
  key: string,
  changed: Partial<Item>,
): Item[] => items.map((item) => (item.key === key ? { ...item, ...changed } : item))

/** The message for each field of the form, and in one text those that belong to no field. */
export function failuresOf(error: Error | null, fields: EstimateFields) {
  const issues: Issue[] = error instanceof FieldFailure ? error.issues : []
  const shown = fieldPaths(fields)
  const others = issues.filter(({ path }) => !shown.has(path)).map(({ message }) => message)
  const isOther = error !== null && !(error instanceof FieldFailure)
  return {
    errorOf: (path: string) => issues.find((issue) => issue.path === path)?.message,
    general: isOther ? error.message : others.join(' '),
  }
}
