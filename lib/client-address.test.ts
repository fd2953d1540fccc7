import { describe, expect, it } from 'vitest'
import { addressOf, networkOf } from './client-address.ts'
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
    expect(addressOf(connection, forwarded, trusted)).toBe(address))

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
})
