import { expect, it } from 'vitest'
import { riskOf } from './risk-of.ts'

it.each([
  'drop table a',
  ' DROP view b',
  '-- x\ntruncate a',
  'alter table a drop column b',
  'delete from a',
  "update a set b = 'where'",
  'delete from a -- where',
])('asks before %j', (query) => expect(riskOf(query)).not.toBeNull())
it.each([
  'select 1',
  'delete from a where id = 1',
  'update a set b = 1\nwhere c',
  'alter table a add column b int',
  'insert into a values (1)',
  "select 'drop table a'",
])('does not ask before %j', (query) => expect(riskOf(query)).toBeNull())
