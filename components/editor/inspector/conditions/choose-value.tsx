'use client'

import { ChevronsUpDownIcon } from 'lucide-react'
import { useContext, useState } from 'react'
import { Button } from '#components/ui/input/button'
import { Popover, PopoverTrigger } from '#components/ui/overlay/popover'
import { ExpressionScope } from '../config/expression-scope.ts'
import { ValueMenu } from '../values/insert-value.tsx'
import { nameOfValue, comparedItems } from '../values/value-names.ts'
import { valueMimeType } from '../../data/insert-target.ts'

type Props = {
  id?: string
  /** What the value is for, as screen readers say it. */
  label: string
  path: string
  /** What the button says before a value is chosen. */
  unchosen?: string | undefined
  disabled: boolean
  invalid?: boolean
  onChoose(path: string): void
}

/** A button with the name of the chosen value; it opens the list of all values. */
export function ChooseValue(props: Props) {
  const { id, label, path, unchosen = 'Choose a value…', disabled, invalid, onChoose } = props
  const { items, sample } = useContext(ExpressionScope)
  const [open, setOpen] = useState(false)
  const { title, from } = nameOfValue(items, path)
  const choose = (next: string) => {
    setOpen(false)
    onChoose(next)
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          id={id}
          type="button"
          variant="outline"
          disabled={disabled}
          aria-label={`${label}: ${path === '' ? 'choose a value' : title}`}
          aria-invalid={invalid}
          title={path}
          className="h-9 w-full min-w-0 justify-between px-2.5 font-normal"
          onDragOver={(event) => {
            if (event.dataTransfer.types.includes(valueMimeType)) event.preventDefault()
          }}
          onDrop={(event) => {
            const dropped = event.dataTransfer.getData(valueMimeType)
            if (!dropped) return
            event.preventDefault()
            onChoose(dropped)
          }}
        >
          <span className="truncate">
            {path === '' ? <span className="text-muted-foreground">{unchosen}</span> : title}
            {path !== '' && from && from !== 'Start form' ? (
              <span className="text-muted-foreground"> · {from}</span>
            ) : null}
          </span>
          <ChevronsUpDownIcon aria-hidden className="opacity-60" />
        </Button>
      </PopoverTrigger>
      <ValueMenu align="start" items={comparedItems(items)} sample={sample} onChoose={choose} />
    </Popover>
  )
}
