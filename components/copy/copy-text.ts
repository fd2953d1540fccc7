/** Copies by selecting, for pages without a clipboard. Returns whether it worked. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  // Within the open dialog: a modal one takes the focus away from everything outside.
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
    // Forbidden, too.
  }
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}

/**
 * Puts a text into the clipboard, during a click or a key press. A page has a clipboard only over
 * HTTPS and on localhost; elsewhere the text is copied by selecting it. Returns whether it worked.
 */
export async function copyText(text: string): Promise<boolean> {
  // Missing over plain HTTP, though the types say otherwise.
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

/** Selects the text of an element, so that the person can copy it by keyboard. */
export function selectShown(element: HTMLElement): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.focus()
    element.select()
    return
  }
  window.getSelection()?.selectAllChildren(element)
}
