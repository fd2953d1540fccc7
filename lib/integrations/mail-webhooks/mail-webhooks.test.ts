import { createSign, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { selfSigned } from '#test/fakes/self-signed'
import { receivePostmark } from './postmark.ts'
import { isSendGridKey, receiveSendGrid } from './sendgrid.ts'
import { readSes } from './ses.ts'
import { confirmSubscription, readSns, type SnsMessage } from './sns.ts'

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const refused = { code: 'unauthorized' }

describe('SendGrid', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const timestamp = '1790000000'
  const headersOf = (body: Buffer, signed = timestamp) =>
    new Headers({
      'x-twilio-email-event-webhook-signature': createSign('sha256')
        .update(Buffer.concat([Buffer.from(signed), body]))
        .sign(privateKey, 'base64'),
      'x-twilio-email-event-webhook-timestamp': timestamp,
    })
  // As https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event shows them.
  const bounce = {
    email: 'ada@example.com',
    timestamp: 1_790_000_000,
    'smtp-id': '<0199d3a0@rounds.example>',
    event: 'bounce',
    category: ['cat facts'],
    sg_event_id: 'e1',
    sg_message_id: '14c5d75ce93.dfd.64b469.filter0001',
    reason: '550 5.1.1 The email account does not exist',
    status: '5.1.1',
    type: 'bounce',
    rounds_mail: 'token',
  }
  const receive = (events: unknown[]) => {
    const body = bytes(events)
    return receiveSendGrid(key, headersOf(body), body)
  }

  it('reads signed events, with the names of our mail', () => {
    expect(receive([bounce, { ...bounce, event: 'open', sg_event_id: 'e2' }])).toEqual([
      {
        mail: {
          tokens: ['token'],
          senders: [],
          messageIds: ['0199d3a0@rounds.example'],
          providerIds: [],
        },
        type: 'bounced',
        recipient: 'ada@example.com',
        hard: true,
        code: '5.1.1',
        reason: '550 5.1.1 The email account does not exist',
        eventId: 'e1',
        at: new Date(1_790_000_000_000),
      },
    ])
  })

  it.each([
    [{ type: 'blocked', status: '5.7.1' }, 'bounced', false],
    [{ type: 'bounce', status: '5.2.2' }, 'bounced', false],
    [{ event: 'deferred', type: undefined }, 'delayed', false],
    [{ event: 'delivered', type: undefined }, 'delivered', false],
    [{ event: 'spamreport', type: undefined }, 'complained', false],
    [{ event: 'dropped', type: undefined, reason: 'Bounced Address' }, 'bounced', true],
    [{ event: 'dropped', type: undefined, reason: 'Spam Content' }, 'bounced', false],
  ])('reads %j as %s', (change, type, hard) => {
    expect(receive([{ ...bounce, ...change }])).toMatchObject([{ type, hard }])
  })

  it('refuses other bytes, times, keys and no signature', () => {
    const body = bytes([bounce])
    const other = bytes([{ ...bounce, email: 'bo@example.com' }])
    const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    const wrong: [string | null, Headers, Buffer][] = [
      [key, headersOf(other), body],
      [key, headersOf(body, '1790000001'), body],
      [otherKey.export({ format: 'der', type: 'spki' }).toString('base64'), headersOf(body), body],
      [null, headersOf(body), body],
      ['no key', headersOf(body), body],
      [key, new Headers(), body],
    ]
    for (const [used, headers, sent] of wrong)
      expect(() => receiveSendGrid(used, headers, sent)).toThrow('signature')
  })

  it('knows its keys', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
    expect(isSendGridKey(key)).toBe(true)
    expect(isSendGridKey(rsa.export({ format: 'der', type: 'spki' }).toString('base64'))).toBe(
      false,
    )
    expect(isSendGridKey('MFkw')).toBe(false)
  })
})

describe('Postmark', () => {
  const expected = { user: 'rounds', password: 'a password of 16' }
  const headers = new Headers({
    authorization: `Basic ${Buffer.from('rounds:a password of 16').toString('base64')}`,
  })
  // As https://postmarkapp.com/developer/webhooks/bounce-webhook shows it.
  const bounce = {
    RecordType: 'Bounce',
    ID: 42,
    Type: 'HardBounce',
    TypeCode: 1,
    Name: 'Hard bounce',
    MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
    Description: 'The server was unable to deliver your message.',
    Details: 'smtp; 550 5.1.1 no such user',
    Email: 'ada@example.com',
    BouncedAt: '2026-08-01T13:28:10.2735393Z',
    Metadata: { rounds_mail: 'token' },
  }

  it('reads a bounce', () => {
    expect(receivePostmark(expected, headers, bytes(bounce))).toMatchObject([
      {
        mail: { tokens: ['token'], providerIds: [bounce.MessageID] },
        type: 'bounced',
        recipient: 'ada@example.com',
        hard: true,
        eventId: 'Bounce:42',
        at: new Date('2026-08-01T13:28:10.273Z'),
      },
    ])
  })

  it.each([
    [{ TypeCode: 4096 }, [{ type: 'bounced', hard: false }]],
    [{ TypeCode: 2 }, [{ type: 'delayed' }]],
    [{ TypeCode: 512 }, [{ type: 'complained' }]],
    [{ TypeCode: 100_001 }, [{ type: 'complained' }]],
    // An automatic answer is no bounce.
    [{ TypeCode: 64 }, []],
    [{ RecordType: 'SpamComplaint' }, [{ type: 'complained' }]],
    [
      { RecordType: 'Delivery', ID: undefined, Recipient: 'bo@example.com' },
      [{ type: 'delivered' }],
    ],
    [{ RecordType: 'Open' }, []],
  ])('reads %j', (change, events) => {
    expect(receivePostmark(expected, headers, bytes({ ...bounce, ...change }))).toMatchObject(
      events,
    )
  })

  it('refuses other passwords, and has none by default', () => {
    const other = (text: string) =>
      new Headers({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    for (const wrong of [other('rounds:another'), other('rounds:'), new Headers()])
      expect(() => receivePostmark(expected, wrong, bytes(bounce))).toThrow('signature')
    expect(() => receivePostmark({ user: '', password: '' }, other(':'), bytes(bounce))).toThrow(
      'signature',
    )
  })

  it('refuses what is no record', () => {
    expect(() => receivePostmark(expected, headers, Buffer.from('x'))).toThrow('not a message')
  })
})

describe('Amazon SNS', () => {
  const topic = 'arn:aws:sns:us-east-1:123456789012:mails'
  const { key, certificate } = selfSigned('sns.amazonaws.com')
  const certificateUrl = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem'
  const fetched: string[] = []
  const fetch = async (url: string) => {
    fetched.push(url)
    return certificate
  }
  const plain = {
    Type: 'Notification' as const,
    MessageId: 'm1',
    TopicArn: topic,
    Message: '{}',
    Timestamp: '2026-11-23T08:00:00.000Z',
    SignatureVersion: '2' as const,
    SigningCertURL: certificateUrl,
  }
  /** Signs the fields that Amazon signs, in its order. */
  const signed = (change: Partial<SnsMessage> = {}): SnsMessage => {
    const message: Omit<SnsMessage, 'Signature'> = { ...plain, ...change }
    const names = [
      'Message',
      'MessageId',
      'Subject',
      'SubscribeURL',
      'Timestamp',
      'Token',
      'TopicArn',
      'Type',
    ] as const
    const text = names
      .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
      .join('')
    const algorithm = message.SignatureVersion === '1' ? 'sha1' : 'sha256'
    return { ...message, Signature: createSign(algorithm).update(text).sign(key, 'base64') }
  }
  const read = async (message: object, of: string | null = topic) =>
    await readSns(of, bytes(message), fetch)

  it('reads a message of its topic by both versions of the signature', async () => {
    expect(await read(signed())).toMatchObject({ MessageId: 'm1' })
    expect(await read(signed({ SignatureVersion: '1', Subject: 'A subject' }))).toMatchObject({
      Subject: 'A subject',
    })
    expect(new Set(fetched)).toEqual(new Set([certificateUrl]))
  })

  it('refuses a changed message, another topic, and certificates from elsewhere', async () => {
    await expect(read({ ...signed(), Message: '{"a":1}' })).rejects.toMatchObject(refused)
    await expect(read(signed(), `${topic}-2`)).rejects.toMatchObject(refused)
    await expect(read(signed(), null)).rejects.toMatchObject(refused)
    const before = fetched.length
    for (const SigningCertURL of [
      'https://sns.us-east-1.amazonaws.com.evil.example/a.pem',
      'https://evil.example/sns.us-east-1.amazonaws.com/a.pem',
      'http://sns.us-east-1.amazonaws.com/a.pem',
      'https://sns.us-east-1.amazonaws.com:444/a.pem',
      'https://user@sns.us-east-1.amazonaws.com/a.pem',
      'https://s3.us-east-1.amazonaws.com/a.pem',
      'https://sns.us-east-1.amazonaws.com/?Action=Publish',
      'no address',
    ])
      await expect(read(signed({ SigningCertURL }))).rejects.toMatchObject(refused)
    expect(fetched).toHaveLength(before)
  })

  it('confirms a subscription only at Amazon', async () => {
    const SubscribeURL = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=t'
    const asked = signed({ Type: 'SubscriptionConfirmation', SubscribeURL, Token: 't' })
    await confirmSubscription(await read(asked), fetch)
    expect(fetched.at(-1)).toBe(SubscribeURL)
    const evil = signed({
      Type: 'SubscriptionConfirmation',
      SubscribeURL: 'https://169.254.169.254/?Action=ConfirmSubscription',
      Token: 't',
    })
    await expect(confirmSubscription(await read(evil), fetch)).rejects.toMatchObject(refused)
  })
})

describe('Amazon SES', () => {
  const mail = {
    timestamp: '2026-11-23T08:00:00.000Z',
    source: 'bounce+token@mail.clinic.example',
    messageId: '0100018f-000000',
    tags: { rounds_mail: ['token'], 'ses:operation': ['SendSmtpEmail'] },
    commonHeaders: { messageId: '<0199@rounds.example>' },
  }
  const read = (message: object) => readSes(JSON.stringify({ mail, ...message }), 'm1')

  it('reads a bounce of each recipient, with the names of our mail', () => {
    const bounce = {
      feedbackId: 'f1',
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        { emailAddress: 'ada@example.com', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1' },
        { emailAddress: 'Bo@example.com' },
      ],
      timestamp: '2026-11-23T08:00:01.000Z',
    }
    expect(read({ notificationType: 'Bounce', bounce })).toMatchObject([
      {
        mail: {
          tokens: ['token'],
          senders: [mail.source],
          messageIds: ['0199@rounds.example'],
          providerIds: [mail.messageId],
        },
        type: 'bounced',
        recipient: 'ada@example.com',
        hard: true,
        eventId: 'f1:ada@example.com',
      },
      { type: 'bounced', hard: true, eventId: 'f1:bo@example.com', reason: 'Permanent General' },
    ])
    const transient = { ...bounce, bounceType: 'Transient' }
    expect(read({ eventType: 'Bounce', bounce: transient })).toMatchObject([
      { hard: false },
      { hard: false },
    ])
  })

  it('reads complaints, deliveries and delays, and leaves out the rest', () => {
    const complaint = {
      feedbackId: 'f2',
      complainedRecipients: [{ emailAddress: 'ada@example.com' }],
      complaintFeedbackType: 'abuse',
    }
    expect(read({ notificationType: 'Complaint', complaint })).toMatchObject([
      { type: 'complained', eventId: 'f2:ada@example.com' },
    ])
    const delivery = { recipients: ['ada@example.com'] }
    expect(read({ eventType: 'Delivery', delivery })).toMatchObject([
      { type: 'delivered', eventId: 'm1:ada@example.com' },
    ])
    const deliveryDelay = {
      delayedRecipients: [{ emailAddress: 'ada@example.com', status: '4.4.1' }],
    }
    expect(read({ eventType: 'DeliveryDelay', deliveryDelay })).toMatchObject([{ type: 'delayed' }])
    expect(read({ eventType: 'Open' })).toEqual([])
    expect(
      readSes('Successfully validated SNS topic for Amazon SES event publishing.', 'm'),
    ).toEqual([])
    expect(() => readSes('{"mail":5}', 'm')).toThrow('not a message')
  })
})
