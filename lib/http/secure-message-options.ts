import { messageCookie, recipientHeaders, shownIn, type Shown } from '#lib/auth/message-cookie'
import { fileResponse } from './response/file-response.ts'

// Shared options of the endpoints for recipients of secure messages.

type Sent<Params> = { params: Params; request: Request }

/** The link of a request: its id in the address, and what its cookie shows. */
export const visitorIn = ({ params, request }: Sent<{ id: string }>) => ({
  id: params.id,
  shown: shownIn(request, params.id),
})

/** Answers 200 with the headers that keep a message to its recipient. */
export const toRecipient = <Body>(body: Body) => ({
  status: 200 as const,
  headers: recipientHeaders,
  body,
})

/** The same with the cookie of the link. */
export const withMessageCookie = <View extends { id: string }>({
  view,
  shown,
}: {
  view: View
  shown: Shown
}) => ({
  status: 200 as const,
  headers: { ...recipientHeaders, 'set-cookie': messageCookie(view.id, shown) },
  body: view,
})

/** Answers that a code was asked for. */
export const asked = <Body>(body: Body) => ({
  status: 202 as const,
  headers: recipientHeaders,
  body,
})

/** Closes the message in this browser; the link stays open for another code. */
export function withoutReading(_output: unknown, { params, request }: Sent<{ id: string }>) {
  const shown = shownIn(request, params.id)
  const rest = shown && { token: shown.token }
  const headers = { ...recipientHeaders, 'set-cookie': messageCookie(params.id, rest) }
  return { status: 204 as const, headers }
}

/** Answers a file to its recipient. */
export function fileToRecipient(download: Parameters<typeof fileResponse>[0]): Response {
  const response = fileResponse(download)
  for (const [name, value] of Object.entries(recipientHeaders)) response.headers.set(name, value)
  return response
}
