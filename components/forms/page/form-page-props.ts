import type { PublicFormView } from '#lib/contracts/workflows/forms'

/** What the page of a shared form draws; the server puts it into the page. */
export type FormPageProps = {
  /** The secret part of the page's address. */
  token: string
  /** The form; null where the link opens none. */
  form: PublicFormView | null
  /** Of the form, or of the words that there is none. */
  language: string
  /** Without a form: whether opening the page again may help. */
  mayRetry?: boolean
  /** The address of the worker that solves challenges. */
  worker?: string
}
