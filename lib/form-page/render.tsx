import './preact-as-react.ts'
import { renderToString } from 'preact-render-to-string'
import { FormPage } from '#components/forms/page/form-page'
import type { FormPageProps } from '#components/forms/page/form-page-props'

/** The page's content as HTML, as its program in the browser would draw it at first. */
export const renderFormPage = (props: FormPageProps): string =>
  renderToString(<FormPage {...props} />)
