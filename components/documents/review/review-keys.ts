import type { KeyboardEvent } from 'react'

const fieldsIn = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('[data-review-field]')].filter(
    (field) => field.offsetParent !== null,
  )

/** What a person types into or chooses in; else the first button of the field. */
function controlIn(field: HTMLElement): HTMLElement | null {
  const controls = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea'
  return field.querySelector<HTMLElement>(controls) ?? field.querySelector<HTMLElement>('button')
}

function focusField(field: HTMLElement | undefined): void {
  const control = field && controlIn(field)
  if (!control) return
  control.focus()
  if (control instanceof HTMLInputElement && control.type === 'text') control.select()
}

/** The control of a field by its name. */
export function focusNamed(root: HTMLElement, name: string): void {
  focusField(fieldsIn(root).find((field) => field.dataset['reviewField'] === name))
}

/** Focuses the next or previous field; after the last one the button that completes. */
function walk(root: HTMLElement, from: Element, step: 1 | -1): void {
  const fields = fieldsIn(root)
  const at = fields.findIndex((field) => field.contains(from))
  const next = fields[at + step]
  if (next) focusField(next)
  else if (step === 1) root.querySelector<HTMLElement>('button[type="submit"]')?.focus()
}

/** Focuses the next field that stands out, after the one with the focus and round again. */
export function focusOpen(root: HTMLElement, step: 1 | -1): void {
  const fields = fieldsIn(root)
  const at = fields.findIndex((field) => field.contains(document.activeElement))
  const isOpen = (field: HTMLElement) => field.dataset['open'] === 'true'
  const ordered =
    step === 1
      ? [...fields.slice(at + 1), ...fields.slice(0, at + 1)]
      : [...fields.slice(0, Math.max(at, 0)).toReversed(), ...fields.slice(at).toReversed()]
  focusField(ordered.find(isOpen))
}

const isLine = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && !['file', 'submit', 'button'].includes(target.type)

type Acts = {
  /** The form with its fields. */
  form(): HTMLElement | null
  /** Goes to the document, or from there back to the field. */
  cross(): void
}

/**
 * The keys of a review: Enter and Shift+Enter walk through the fields, F8 and Shift+F8 through those
 * that stand out, F2 goes to the place and back, Ctrl+Enter completes. Enter in a text of several
 * lines begins a new one.
 */
export function reviewKey(event: KeyboardEvent, { form, cross }: Acts): void {
  const root = form()
  if (!root || event.nativeEvent.isComposing || event.altKey) return
  const step = event.shiftKey ? -1 : 1
  const isEnter = event.key === 'Enter'
  if (isEnter && (event.ctrlKey || event.metaKey))
    root.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
  else if (isEnter && isLine(event.target)) walk(root, event.target, step)
  else if (event.key === 'F8') focusOpen(root, step)
  else if (event.key === 'F2') cross()
  else return
  event.preventDefault()
}
