import type { ComponentProps, WheelEvent } from 'react'
import { cn } from './cn.ts'
import { fieldClass } from './field-class.ts'

const inputClass = cn(
  fieldClass,
  'h-9 px-3 py-1 file:mr-3 file:h-7 file:border-0 file:bg-transparent',
  'file:text-sm file:font-medium file:text-foreground',
)

/** The wheel scrolls the page; a number that has the focus would change with it. */
const leave = (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur()

export function Input({ className, ...props }: ComponentProps<'input'>) {
  const scrolls = props.type === 'number' ? { onWheel: leave } : {}
  return <input className={cn(inputClass, className)} {...scrolls} {...props} />
}
