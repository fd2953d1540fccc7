'use client'

import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { fieldClass } from './field-class.ts'
import { useTypedBefore } from './use-typed-before.ts'

const inputClass = cn(
  fieldClass,
  'h-9 px-3 py-1 file:me-3 file:h-7 file:border-0 file:bg-transparent',
  'file:text-sm file:font-medium file:text-foreground',
)

/** A line of text. For numbers use `NumberInput`. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  const ref = useTypedBefore<'input'>(props)
  return <input className={cn(inputClass, className)} {...props} ref={ref} />
}
