/** Puts the focus on a step where it is shown: its box, or its line in the outline. */
export function focusStep(id: string): void {
  const name = CSS.escape(id)
  document
    .querySelector<HTMLElement>(`.react-flow__node[data-id="${name}"], [data-row="${name}"]`)
    ?.focus()
}
