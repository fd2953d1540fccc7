/** Copies through a selection, as browsers do where a page has no clipboard. Answers whether. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  // Within the open dialog: one that keeps the focus takes it away from everything outside.
  const place = before?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.position = 'fixed'
  area.style.opacity = '0'
  place.append(area)
  area.select()
  let copied = false
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way over plain HTTP
    copied = document.execCommand('copy')
  } catch {
    // Forbidden as well.
  }
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}

/**
 * Puts a text into the clipboard, during a click or a key press. Browsers give a page its clipboard
 * only over HTTPS and on localhost; elsewhere it is copied through a selection. Answers whether it
 * was copied.
 */
export async function copyText(text: string): Promise<boolean> {
  // Not there at all over plain HTTP, whatever the types say.
  const { clipboard } = navigator as { clipboard?: Clipboard }
  try {
    if (clipboard) {
      await clipboard.writeText(text)
      return true
    }
  } catch {
    // Forbidden to this page; the selection may still be allowed.
  }
  return copyBySelection(text)
}

/** Selects what is shown, so that the person can copy it with the keys. */
export function selectShown(element: HTMLElement): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.focus()
    element.select()
    return
  }
  window.getSelection()?.selectAllChildren(element)
}
