'use client'

import { useComposedRefs } from 'radix-ui/internal'
import { useLayoutEffect, useRef, type ChangeEvent, type ComponentProps, type Ref } from 'react'
import { useHydrated } from './use-hydrated.ts'

type Tag = 'input' | 'select' | 'textarea'
type ElementOf = {
  input: HTMLInputElement
  select: HTMLSelectElement
  textarea: HTMLTextAreaElement
}

/**
 * A field that the server drew can be typed into before the page listens; React then knows nothing
 * of it, and puts the empty value back with its next drawing. This hands what stands in the field
 * to `onChange` as the page comes alive. Answers the ref of the element.
 */
export function useTypedBefore<T extends Tag>(props: ComponentProps<T>) {
  const { ref, value, readOnly, onChange } = props as ComponentProps<'input'>
  const element = useRef<ElementOf[T]>(null)
  const hydrated = useHydrated()
  const isOwn = hydrated || value === undefined || readOnly === true
  const first = useRef({ isOwn, value, onChange })
  useLayoutEffect(() => {
    const { current: target } = element
    const { isOwn: knows, value: drawn, onChange: tell } = first.current
    if (!target || knows || !tell || target.value === String(drawn)) return
    tell({ target, currentTarget: target } as unknown as ChangeEvent<HTMLInputElement>)
  }, [])
  return useComposedRefs(element, ref as Ref<ElementOf[T]>)
}
