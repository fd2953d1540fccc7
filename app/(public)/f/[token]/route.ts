import type { FormPageProps } from '#components/forms/page/form-page-props'
import { formManifest } from '#lib/form-page/assets'
import { formDocument } from '#lib/form-page/document'
import { drawForm } from '#lib/form-page/draw'
import { toApiError } from '#lib/http/errors'
import { requestIdOf } from '#lib/http/request/request-id'
import { readPublicForm } from '#lib/operations/forms/public-form'

type Found = { status: number; retryAfter?: string; organizationId: string; props: FormPageProps }

async function find(request: Request, token: string): Promise<Found> {
  try {
    const { organizationId, form } = await readPublicForm(token, { signal: request.signal })
    return { status: 200, organizationId, props: { token, form, message: '' } }
  } catch (thrown) {
    const error = toApiError(thrown, requestIdOf(request), request.signal)
    const { message, statusCode } = error
    const props = { token, form: null, message, mayRetry: statusCode !== 404 }
    return { status: statusCode, organizationId: 'nobody', props }
  }
}

/**
 * The page of a shared form. It is no page of Next: visitors load a small program of its own
 * (lib/form-page), and read the form before that has arrived.
 */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const { status, organizationId, props } = await find(request, token)
  const { form } = props
  const html = formDocument({
    title: form ? `${form.title} · ${form.organization.name}` : 'Form',
    language: 'en',
    direction: 'ltr',
    html: await drawForm(props, organizationId),
    props,
    manifest: await formManifest(),
    nonce: request.headers.get('x-nonce') ?? '',
  })
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(html, { status, headers })
}
