'use client'

import { ListPlusIcon, XIcon } from 'lucide-react'
import { useContext, useEffect, useState, type DragEvent, type KeyboardEvent } from 'react'
import { ReadOnly } from '#components/code/read-only'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { Popover, PopoverTrigger } from '#components/ui/overlay/popover'
import { fieldFrame } from './field-frame.ts'
import { takeNoValues, takeValues, valueMimeType } from '../../data/insert-target.ts'
import { ExpressionScope } from '../config/expression-scope.ts'
import { ValueMenu } from './insert-value.tsx'
import { pillClass } from './pill-class.ts'
import { labelOfValue, namedItems, nameOfValue } from './value-names.ts'

type Props = {
  id: string
  label: string
  /** The path of the chosen value; empty before one is chosen. */
  path: string
  /** The type of the field (JSON Schema): values that fit are offered first. */
  takes?: unknown
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
  onChoose(path: string): void
  /** The focus is to stay in the field. */
  onRemove(): void
}

const chosenClass = cn(
  'flex min-h-[34px] min-w-0 grow cursor-default items-center gap-2 py-[3px] ps-[11px] pe-0.5',
  'text-left text-sm leading-5 outline-none',
)

/** Whether a value of the data is dragged here, and takes it when it is dropped. */
function useDrop(isOff: boolean, onDrop: (path: string) => void) {
  const [isOver, setIsOver] = useState(false)
  const leave = () => setIsOver(false)
  const over = (event: DragEvent) => {
    if (isOff || !event.dataTransfer.types.includes(valueMimeType)) return
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    leave()
    const path = event.dataTransfer.getData(valueMimeType)
    if (isOff || !path) return
    event.preventDefault()
    onDrop(path)
  }
  return { isOver, handlers: { onDragOver: over, onDragLeave: leave, onDrop: drop } }
}

/**
 * A setting that is one value of the run as a whole, such as a list or a file: the value's name, and
 * the list of all others. `/` opens the list as in texts, and Delete takes the value out.
 */
export function ReferenceBox(props: Props) {
  const { id, label, path, invalid = false, onChoose, onRemove } = props
  const isOff = useContext(ReadOnly) || props.disabled === true
  const { isOver, handlers } = useDrop(isOff, onChoose)
  useEffect(() => () => takeNoValues(id), [id])
  return (
    <div
      className={cn(
        fieldFrame,
        invalid ? 'border-destructive' : 'border-input',
        isOver && 'border-ring ring-[3px] ring-ring/50',
      )}
      onFocusCapture={() => {
        if (!isOff) takeValues({ id, label, insert: onChoose })
      }}
      {...handlers}
    >
      <Chosen {...props} isOff={isOff} />
      {path === '' || isOff ? null : (
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          className="m-[3px] text-muted-foreground"
          title="Remove the value"
          aria-label={`Remove the value of ${label}`}
          onClick={onRemove}
        >
          <XIcon aria-hidden />
        </Button>
      )}
    </div>
  )
}

/** The chosen value, as a button that opens the list of all values. */
function Chosen({ isOff, ...props }: Props & { isOff: boolean }) {
  const { id, label, path, takes, describedBy, onChoose, onRemove } = props
  const { items, sample } = useContext(ExpressionScope)
  const [open, setOpen] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    const removes = event.key === 'Delete' || event.key === 'Backspace'
    if (!removes && event.key !== '/' && event.key !== 'ArrowDown') return
    event.preventDefault()
    // Of the keys of the canvas, Delete takes the step away.
    event.stopPropagation()
    if (!removes) setOpen(true)
    else if (path !== '') onRemove()
  }
  const choose = (next: string) => {
    setOpen(false)
    onChoose(next)
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <button
          id={id}
          type="button"
          disabled={isOff}
          aria-label={`${label}: ${path === '' ? 'choose a value' : nameIn(items, path)}`}
          aria-describedby={describedBy}
          title={path === '' ? 'Choose a value' : 'Choose another value'}
          className={chosenClass}
          onKeyDown={onKeyDown}
        >
          <span className="min-w-0 grow">
            {path === '' ? (
              <span className="text-muted-foreground">Choose a value…</span>
            ) : (
              <span className={pillClass}>{labelOfValue(items, path)}</span>
            )}
          </span>
          {isOff ? null : (
            <ListPlusIcon aria-hidden className="size-7 shrink-0 p-1.5 text-muted-foreground" />
          )}
        </button>
      </PopoverTrigger>
      <ValueMenu
        align="start"
        items={namedItems(items)}
        sample={sample}
        type={takes}
        onChoose={choose}
      />
    </Popover>
  )
}

/** The name of a value and where it comes from, as screen readers say it. */
function nameIn(...[items, path]: Parameters<typeof nameOfValue>): string {
  const { title, from } = nameOfValue(items, path)
  return from === undefined ? title : `${title}, from ${from}`
}
