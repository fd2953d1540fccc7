import { ApiError } from '#lib/domain/api-error'

/** A mail as a provider hands it over: the envelope, and the message as it was sent. */
export type ProviderMail = {
  sender: string
  recipients: string[]
  /** The server that sent it, where the provider says so. */
  remoteAddress: string | null
  raw: Buffer
}

export const unreadable = (message: string): ApiError => ApiError.invalid([{ path: '', message }])
