import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { fieldClass } from './field-class.ts'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(fieldClass, 'min-h-20 px-3 py-2', className)} {...props} />
}
