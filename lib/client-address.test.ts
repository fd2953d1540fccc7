import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  addressOf,
  clientAddress,
  isTrustedProxy,
  networkOf,
  withClientAddress,
} from './client-address.ts'
import { parseEnv } from './env.ts'

describe('the address of who asks', () => {
  const proxy = '10.0.0.1'
  it.each<[string, string | undefined, string | undefined, number | string[], string]>([
    ['nobody is believed', '192.0.2.1', '1.2.3.4', 0, '192.0.2.1'],
    ['one proxy', proxy, 'forged, 1.2.3.4, 192.0.2.1', 1, '192.0.2.1'],
    ['two proxies', proxy, '1.2.3.4, 192.0.2.1, 10.0.0.2', 2, '192.0.2.1'],
    ['a proxy that says nothing', proxy, undefined, 1, proxy],
    ['a proxy that does not know', proxy, '1.2.3.4, unknown', 1, proxy],
    ['networks', proxy, '1.2.3.4, 192.0.2.1, 10.9.9.9', ['10.0.0.0/8'], '192.0.2.1'],
    ['a stranger beside the proxies', '192.0.2.1', '1.2.3.4', ['10.0.0.0/8'], '192.0.2.1'],
    ['only proxies', proxy, '10.1.1.1', ['10.0.0.0/8'], '10.1.1.1'],
    ['a port', proxy, '192.0.2.1:4711', 1, '192.0.2.1'],
    ['IPv6 with a port', proxy, '[2001:db8::1]:4711', 1, '2001:db8::1'],
    ['IPv4 in IPv6', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
    ['a connection that is gone', undefined, '1.2.3.4', 0, 'unknown'],
  ])('%s', (_what, connection, forwarded, trusted, address) =>
    expect(addressOf(connection, forwarded, trusted)).toBe(address),
  )

  it('counts a /64 as one, and wider where it is asked', () => {
    expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8::ffff:2'))
    expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'))
    expect(networkOf('2001:db8:0:1::1', true)).toBe(networkOf('2001:db8::1', true))
    expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'))
    expect(networkOf('192.0.2.1', true)).toBe(networkOf('192.0.2.2', true))
  })

  it('is set by TRUSTED_PROXIES', () => {
    const of = (text?: string) => parseEnv({ TRUSTED_PROXIES: text }).TRUSTED_PROXIES
    expect([of(), of('2'), of('10.0.0.0/8, fd00::/8')]).toEqual([0, 2, ['10.0.0.0/8', 'fd00::/8']])
    for (const bad of ['10.0.0.1', 'all', '-1', '1,2', '10.0.0.0/99'])
      expect(() => of(bad), bad).toThrow(/TRUSTED_PROXIES must be the number/)
  })

  it.each<[string, number, string]>([
    ['that of the connection, whatever a client writes', 0, '127.0.0.1'],
    ['the one that the nearest proxy saw', 1, '192.0.2.1'],
  ])('over a socket it is %s', async (_what, trusted, address) => {
    const server = createServer((request, response) => {
      void withClientAddress(request, trusted, async () => {
        // It stays with the call while that waits.
        for await (const _chunk of request) await new Promise((resolve) => setImmediate(resolve))
        response.end(clientAddress())
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const ask = async (index: number) => {
        const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
          method: 'POST',
          body: 'x'.repeat(100_000),
          headers: {
            'x-forwarded-for': `10.9.8.${index}, 192.0.2.1`,
            'x-real-ip': '10.9.8.7',
            forwarded: 'for=10.9.8.7',
          },
        })
        return await response.text()
      }
      expect(new Set(await Promise.all([1, 2, 3, 4].map(ask)))).toEqual(new Set([address]))
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    expect(clientAddress()).toBe('unknown')
  })

  it('tells whose connections stand for many', () => {
    const proxies = ['10.0.0.0/8']
    expect(isTrustedProxy('::ffff:10.1.1.1', proxies)).toBe(true)
    expect([isTrustedProxy('192.0.2.1', proxies), isTrustedProxy('', proxies)]).toEqual([
      false,
      false,
    ])
    expect([isTrustedProxy('192.0.2.1', 0), isTrustedProxy('192.0.2.1', 1)]).toEqual([false, true])
  })
})
