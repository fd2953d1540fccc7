import { jsonToHtmlContract } from '#lib/contracts/documents'
import { htmlResponse, prefersHtml } from '#lib/http/html-response'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { convertJsonToHtml } from '#lib/operations/documents/convert-json-to-html'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(jsonToHtmlContract, convertJsonToHtml, {
    input: ({ body }) => ({ document: body }),
    respond: ({ html }, { request }) => (prefersHtml(request) ? htmlResponse(html) : { status: 200, body: { html } }),
  }),
})
