/**
 * Scrolls the pages of the viewer so that an element of them is in the middle. The window does not
 * move: a person who fills in the form beside the pages would lose their field.
 */
export function scrollInViewer(element: HTMLElement | null): void {
  const scroller = element?.closest<HTMLElement>('[data-viewer-scroll]')
  if (!element || !scroller) return
  const inner = element.getBoundingClientRect()
  const outer = scroller.getBoundingClientRect()
  scroller.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2
  if (inner.left < outer.left || inner.right > outer.right)
    scroller.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}
