import SCIMMY from 'scimmy'

/** The keywords of RFC 7644 §3.12 that we answer. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A refusal as SCIM has it (RFC 7644 §3.12). The sentence says what to do, without secrets. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    detail: string,
    scimType?: ScimType,
    headers: Record<string, string> = {},
  ) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
    this.headers = headers
  }

  /** The body of the answer; the status is a text (RFC 7644 §3.12). */
  body(): unknown {
    const { status, scimType, message } = this
    return {
      schemas: [SCIMMY.Messages.ErrorResponse.id],
      status: String(status),
      ...(scimType ? { scimType } : {}),
      detail: message,
    }
  }
}

export const badValue = (detail: string): ScimError => new ScimError(400, detail, 'invalidValue')
export const badPath = (detail: string): ScimError => new ScimError(400, detail, 'invalidPath')
export const badFilter = (detail: string): ScimError => new ScimError(400, detail, 'invalidFilter')
export const noResource = (kind: 'user' | 'group'): ScimError =>
  new ScimError(404, `There is no ${kind} with this id in this directory.`)
