import type { FormPageProps } from '#components/forms/page/form-page-props'
import { builtInLanguages, formTexts } from '#lib/domain/form/texts/form-texts'
import { chooseLanguage, directionOf } from '#lib/domain/form/texts/languages'
import { formManifest } from '#lib/form-page/assets'
import { formDocument } from '#lib/form-page/document'
import { drawForm } from '#lib/form-page/draw'
import { toApiError } from '#lib/http/errors'
import { requestIdOf } from '#lib/http/request/request-id'
import { readPublicForm } from '#lib/operations/forms/public-form'

type Found = { status: number; organizationId: string; props: FormPageProps }

async function find(request: Request, token: string): Promise<Found> {
  const acceptLanguage = request.headers.get('accept-language') ?? ''
  const language = new URL(request.url).searchParams.get('language') ?? undefined
  try {
    const { organizationId, form } = await readPublicForm(token, { language, acceptLanguage })
    return { status: 200, organizationId, props: { token, form, language: form.language } }
  } catch (thrown) {
    const error = toApiError(thrown, requestIdOf(request), request.signal)
    const mayRetry = error.statusCode !== 404
    const spoken = chooseLanguage(builtInLanguages, language ?? null, acceptLanguage)
    const props = { token, form: null, language: spoken, mayRetry }
    return { status: error.statusCode, organizationId: 'nobody', props }
  }
}

/**
 * The page of a shared form. It is no page of Next: visitors load a small program of its own
 * (lib/form-page), and read the form before that has arrived.
 */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const manifest = await formManifest()
  const { status, organizationId, props: found } = await find(request, token)
  const props = { ...found, worker: `/f/assets/${manifest.worker}` }
  const { form, language } = props
  const texts = formTexts(language, form?.texts)
  const html = formDocument({
    title: form ? `${form.title} · ${form.organization.name}` : texts.text('not found'),
    language,
    direction: directionOf(language),
    withoutProgram: texts.text('program missing'),
    html: await drawForm(props, organizationId),
    props,
    manifest,
    nonce: request.headers.get('x-nonce') ?? '',
  })
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(html, { status, headers })
}
