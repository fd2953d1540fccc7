import { createHash } from 'node:crypto'
import { receivedMailLimits } from '#lib/domain/received-mail-words'

/** An answer of SMTP that refuses: the code and the words for the other server's people. */
export class MailRefused extends Error {
  readonly responseCode: number
  /** Nothing more of this connection is believed. */
  readonly closes: boolean
  constructor(responseCode: number, message: string, { closes = false } = {}) {
    super(message)
    this.responseCode = responseCode
    this.closes = closes
  }
}

export type MessageIdentity = { messageId: string; date: string; bodySha256: string }

const cr = 13
const lf = 10

/** A folded header is one line (RFC 5322 §2.2.3). */
const unfold = (head: string): string[] => head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')

const valueOf = (lines: string[], name: string): string => {
  const found = lines.find((line) => line.toLowerCase().startsWith(`${name}:`))
  return found?.slice(name.length + 1).trim() ?? ''
}

/**
 * In place of a Message-ID, which some devices do not write: the same words in two mails, such as
 * "Scan", are no repeat where their heads differ. The servers on the way add the lines left out.
 */
const hashOf = (lines: string[]): string => {
  const own = lines.filter((line) => !/^(received|return-path):/i.test(line))
  return createHash('sha256').update(own.join('\r\n')).digest('hex')
}

/** Bytes after which the client is cut off that goes on sending a message that is too large. */
const cutOffBytes = 2 * receivedMailLimits.messageBytes

/**
 * Looks at a message as it arrives, without reading what it says: where its head ends, the hash of
 * its body, and what a mail server must not pass on. A message that is refused is read to its end,
 * so that what follows it is not taken for commands.
 */
export class MessageCheck {
  #head: Buffer[] = []
  #headBytes = 0
  /** The end of what came before: a message may begin with its body, as if a line had ended. */
  #tail: Buffer = Buffer.from('\r\n')
  #inBody = false
  #last = -1
  #bytes = 0
  readonly #body = createHash('sha256')
  #identity: Omit<MessageIdentity, 'bodySha256'> = { messageId: '', date: '' }
  refusal: MailRefused | undefined

  /** Yields what arrives until something is wrong with it; throws that at the end. */
  async *through(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      this.#bytes += chunk.length
      if (this.#bytes > cutOffBytes) throw this.#tooLarge({ closes: true })
      this.#look(chunk)
      if (!this.refusal) yield chunk
    }
    if (!this.#inBody && !this.refusal) this.#endHead(Buffer.concat(this.#head))
    if (this.#last === cr) this.#refuseLineEnd()
    if (this.refusal) throw this.refusal
  }

  /** Known when the message has ended. */
  identity(): MessageIdentity {
    return { ...this.#identity, bodySha256: this.#body.digest('hex') }
  }

  #look(chunk: Buffer): void {
    if (this.refusal) return
    if (this.#bytes > receivedMailLimits.messageBytes) this.refusal = this.#tooLarge()
    this.#lookAtLineEnds(chunk)
    if (this.refusal) return
    if (this.#inBody) this.#body.update(chunk)
    else this.#takeHead(chunk)
  }

  #tooLarge({ closes = false } = {}): MailRefused {
    const megabytes = receivedMailLimits.messageBytes / 1024 / 1024
    return new MailRefused(552, `5.3.4 A message has at most ${megabytes} MB here`, { closes })
  }

  #refuseLineEnd(): void {
    const message = '5.6.0 A line must end with CR LF; a CR or LF alone is refused'
    this.refusal ??= new MailRefused(550, message, { closes: true })
  }

  /**
   * A CR or LF alone means a line end to some servers and none to others: so one message becomes
   * two, with a sender that nobody checked (SMTP smuggling).
   */
  #lookAtLineEnds(chunk: Buffer): void {
    if (this.#last === cr && chunk[0] !== lf) this.#refuseLineEnd()
    for (let at = chunk.indexOf(lf); at >= 0; at = chunk.indexOf(lf, at + 1))
      if ((at === 0 ? this.#last : chunk[at - 1]) !== cr) return this.#refuseLineEnd()
    for (let at = chunk.indexOf(cr); at >= 0; at = chunk.indexOf(cr, at + 1))
      if (at + 1 < chunk.length && chunk[at + 1] !== lf) return this.#refuseLineEnd()
    this.#last = chunk.at(-1) ?? this.#last
  }

  #takeHead(chunk: Buffer): void {
    const before = this.#tail
    const joined = Buffer.concat([before, chunk])
    const end = joined.indexOf('\r\n\r\n')
    const own = end < 0 ? chunk : chunk.subarray(0, end + 4 - before.length)
    this.#head.push(own)
    this.#headBytes += own.length
    this.#tail = joined.subarray(-3)
    if (this.#headBytes > receivedMailLimits.headerBytes) return this.#refuseHead()
    if (end < 0) return
    this.#endHead(Buffer.concat(this.#head))
    this.#body.update(chunk.subarray(own.length))
  }

  #refuseHead(): void {
    this.refusal ??= new MailRefused(552, '5.3.4 The headers of this message are too large')
  }

  #endHead(head: Buffer): void {
    this.#inBody = true
    this.#head = []
    const lines = unfold(head.toString('latin1'))
    const hops = lines.filter((line) => /^received:/i.test(line)).length
    if (hops > receivedMailLimits.hops)
      this.refusal ??= new MailRefused(554, '5.4.6 Too many hops: this message runs in a circle')
    const { length } = lines.filter((line) => /^from:/i.test(line))
    if (length > 1) this.refusal ??= new MailRefused(550, '5.6.0 A message has one From header')
    const messageId = valueOf(lines, 'message-id') || hashOf(lines)
    this.#identity = { messageId, date: valueOf(lines, 'date') }
  }
}
