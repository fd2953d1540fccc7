'use client'

import { useState } from 'react'
import type { WholeWorkflowTest } from '#lib/contracts/workflows/workflow-tests'
import type { Expected } from '#lib/domain/back-test/expectations'

export type ExpectedWay = Expected['path'][number]
export type ExpectedValue = Expected['values'][number]

/** A row of the form; its number stays while others come and go. */
export type ValueRow = ExpectedValue & { row: number }

/** What a test expects while a person changes it. */
export function useExpectations({ name, expected }: WholeWorkflowTest) {
  const [title, setTitle] = useState(name)
  const [status, setStatus] = useState(expected.status)
  const [path, setPath] = useState(expected.path)
  const [values, setValues] = useState<ValueRow[]>(() =>
    expected.values.map((value, row) => ({ ...value, row })),
  )
  const [nextRow, setNextRow] = useState(values.length)
  /** Puts values in the place of a row, or at the end. */
  const put = (added: ExpectedValue[], instead?: number): void => {
    const rows = added.map((value, place) => ({ ...value, row: nextRow + place }))
    setNextRow(nextRow + rows.length)
    setValues((all) =>
      instead === undefined
        ? [...all, ...rows]
        : all.flatMap((one) => (one.row === instead ? rows : [one])),
    )
  }
  return {
    title,
    setTitle,
    status,
    setStatus,
    path,
    /** Says what is expected of a step's way; undefined for nothing. */
    setWay(stepId: string, way: ExpectedWay | undefined) {
      const others = path.filter((one) => one.stepId !== stepId)
      setPath(way ? [...others, way] : others)
    },
    values,
    put,
    setEquals: (row: number, equals: ExpectedValue['equals']) =>
      setValues((all) => all.map((one) => (one.row === row ? { ...one, equals } : one))),
    remove: (row: number) => setValues((all) => all.filter((one) => one.row !== row)),
    expected(): Expected {
      return { status, path, values: values.map(({ row: _row, ...value }) => value) }
    },
  }
}
export type Expectations = ReturnType<typeof useExpectations>
