import './preact-as-react.ts'
import { hydrateRoot } from 'react-dom/client'
import { FormPage } from '#components/forms/page/form-page'
import type { FormPageProps } from '#components/forms/page/form-page-props'
import { formPageIds } from './ids.ts'

// The program of the page: takes over what the server has drawn.

/** Selects, radio buttons and files that a person changed before this program arrived. */
function changedBefore(root: HTMLElement): HTMLElement[] {
  const selects = [...root.querySelectorAll('select')].filter((select) =>
    [...select.options].some((option) => option.selected !== option.defaultSelected),
  )
  const radios = [...root.querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter(
    (radio) => radio.checked && !radio.defaultChecked,
  )
  const files = [...root.querySelectorAll<HTMLInputElement>('input[type="file"]')].filter(
    (input) => (input.files?.length ?? 0) > 0,
  )
  return [...selects, ...radios, ...files]
}

const root = document.getElementById(formPageIds.root)
const props = document.getElementById(formPageIds.props)?.textContent
if (root && props) {
  const changed = changedBefore(root)
  hydrateRoot(root, <FormPage {...(JSON.parse(props) as FormPageProps)} />)
  // Lines of text are passed on by their own components (use-typed-before.ts).
  for (const element of changed) element.dispatchEvent(new Event('change', { bubbles: true }))
}
