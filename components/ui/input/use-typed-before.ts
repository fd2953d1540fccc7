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
 * Whether a browser shows another choice than was drawn because the drawn one is no option yet (its
 * list is loaded later). Nobody chose that.
 */
const lacksOption = (target: Element, drawn: string): boolean =>
  target instanceof HTMLSelectElement &&
  target.selectedIndex <= 0 &&
  ![...target.options].some((option) => option.value === drawn)

/**
 * A person can type into a field from the server before the page is hydrated. React does not notice
 * that, and its next drawing would restore the empty value. This passes the value of the field to
 * `onChange` at hydration. Returns the ref of the element.
 */
export function useTypedBefore<T extends Tag>(props: ComponentProps<T>) {
  const { ref, value, readOnly, onChange } = props as ComponentProps<'input'>
  const element = useRef<ElementOf[T]>(null)
  const hydrated = useHydrated()
  const isOwn = hydrated || value === undefined || readOnly === true
  const first = useRef({ isOwn, value, onChange })
  useLayoutEffect(() => {
    const { current: target } = element
    const { isOwn: isKnown, value: drawn, onChange: change } = first.current
    if (!target || isKnown || !change || target.value === String(drawn)) return
    if (lacksOption(target, String(drawn))) return
    change({ target, currentTarget: target } as unknown as ChangeEvent<HTMLInputElement>)
  }, [])
  return useComposedRefs(element, ref as Ref<ElementOf[T]>)
}
