import { and, desc, eq } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { mails } from '#db/schema/documents'
import { asClient } from '#lib/client-address'
import { openText } from '#lib/sealed-text'
import { privateMailPlace } from '#lib/operations/mails/private-mail'
import { endpointsAt } from './endpoints-at.ts'
import type { useApi } from './api.ts'

const path = '/api/v2/public/secure-messages'
const open = endpointsAt(`${path}/open`)
const one = endpointsAt(`${path}/{id}`)
const codes = endpointsAt(`${path}/{id}/codes`)
const unlock = endpointsAt(`${path}/{id}/unlock`)
const content = endpointsAt(`${path}/{id}/content`)
const file = endpointsAt(`${path}/{id}/files/{fileId}`)
const reply = endpointsAt(`${path}/{id}/replies/{replyId}`)
const close = endpointsAt(`${path}/{id}/close`)

type Api = ReturnType<typeof useApi>
type Sent = Parameters<Api['send']>[2]

/** The newest mail to this address, as its reader gets it. */
export async function lastMail(to: string, subject?: string) {
  const [mail] = await engineDb()
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.recipients, [to]),
        subject === undefined ? undefined : eq(mails.subject, subject),
      ),
    )
    .orderBy(desc(mails.id))
    .limit(1)
  if (!mail) return undefined
  return { ...mail, text: openText(privateMailPlace(mail.id), mail.text) }
}

export const tokenIn = (text = ''): string => /\/m#([\w-]{43})/.exec(text)?.[1] ?? ''
export const codeIn = (text = ''): string => /^\d{6}$/m.exec(text)?.[0] ?? ''

let addresses = 0

/** A recipient's browser at one link: it keeps the cookie. */
export class RecipientBrowser {
  readonly #api: Api
  /** Each comes from an address of its own. */
  address = `192.0.2.${++addresses % 250}`
  id = ''
  cookie = ''

  constructor(api: Api) {
    this.#api = api
  }

  async #send(route: Parameters<Api['send']>[0], rest: string, sent: Sent = {}) {
    const { id } = this
    const ofLink: Record<string, string> = id === '' ? {} : { id }
    const answer = await asClient(this.address, () =>
      this.#api.send(route, `${path}/${id}${rest}`, {
        as: null,
        ...sent,
        params: { ...ofLink, ...sent.params },
        headers: { ...(this.cookie ? { cookie: this.cookie } : {}), ...sent.headers },
      }),
    )
    const [set] = answer.headers.getSetCookie()
    if (set) this.cookie = set.split(';')[0] ?? ''
    return answer
  }

  async open(token: string) {
    const answer = await this.#send(open.POST, '', { body: { token } })
    this.id = String(answer.body['id'] ?? '')
    return answer
  }
  state = async () => await this.#send(one.GET, '')
  ask = async () => await this.#send(codes.POST, '/codes')
  unlock = async (code: string, answer?: string) =>
    await this.#send(unlock.POST, '/unlock', { body: { code, ...(answer ? { answer } : {}) } })
  content = async () => await this.#send(content.GET, '/content')
  file = async (fileId: string) =>
    await this.#send(file.GET, `/files/${fileId}`, { params: { fileId } })
  upload = async (fileId: string, sent: Sent) =>
    await this.#send(file.PUT, `/files/${fileId}`, { params: { fileId }, ...sent })
  reply = async (replyId: string, body: object) =>
    await this.#send(reply.PUT, `/replies/${replyId}`, { params: { replyId }, body })
  close = async () => await this.#send(close.POST, '/close')
}
