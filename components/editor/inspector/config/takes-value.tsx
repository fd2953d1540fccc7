'use client'

import { useContext, useEffect, type ReactNode } from 'react'
import { ReadOnly } from '#components/code/read-only'
import { takeNoValues, takeValues, valueMimeType } from '../../data/insert-target.ts'

type TakesProps = {
  id: string
  label: string
  disabled: boolean
  onChoose(path: string): void
  children: ReactNode
}

/** A field with a fixed value: a value of the run that is dropped on it, or clicked, replaces it. */
export function TakesValue({ id, label, disabled, onChoose, children }: TakesProps) {
  const isOff = useContext(ReadOnly) || disabled
  useEffect(() => () => takeNoValues(id), [id])
  return (
    <div
      className="contents"
      onFocusCapture={() => {
        if (!isOff) takeValues({ id, label, insert: onChoose })
      }}
      onDragOver={(event) => {
        if (!isOff && event.dataTransfer.types.includes(valueMimeType)) event.preventDefault()
      }}
      onDrop={(event) => {
        const path = event.dataTransfer.getData(valueMimeType)
        // A field inside of this one may have taken it.
        if (isOff || path === '' || event.defaultPrevented) return
        event.preventDefault()
        onChoose(path)
      }}
    >
      {children}
    </div>
  )
}
