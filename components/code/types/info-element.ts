import type { CodeInfo } from '#lib/code-types/editor-help'

/** The declaration of a name, and what its schema says of it. */
export function infoElement({ text, about }: CodeInfo): HTMLElement {
  const box = document.createElement('div')
  box.className = 'cm-type-info'
  const declaration = document.createElement('code')
  declaration.textContent = text
  box.append(declaration)
  if (about) {
    const words = document.createElement('p')
    words.textContent = about
    box.append(words)
  }
  return box
}
