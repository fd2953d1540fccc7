import { beforeAll, describe, expect, it } from 'vitest'
import { useOrganizationSql } from '#test/harness/organization-sql'
import { readArray, writeArray } from './array-literal.ts'
import { memberNames } from './render.ts'

const sql = useOrganizationSql()

/** The JSON text of one value, so that the test compares digits as they were sent. */
async function value(expression: string, params: unknown[] = []): Promise<string> {
  const text = await sql.text(`select ${expression} as v`, params)
  return /^\{"rows":\[\{"v":(.*)\}\],"rowCount":1,"fields":/s.exec(text)?.[1] ?? text
}

beforeAll(async () => {
  await sql.run(`create type mood as enum ('calm', 'in pain')`)
})

describe('values arrive as they are', () => {
  it.each([
    ['null', 'null'],
    ['true', 'true'],
    ['1::smallint', '1'],
    ['2147483647', '2147483647'],
    ['9007199254740993', '"9007199254740993"'],
    ['count(*)', '"1"'],
    [
      '12345678901234567890.123456789012345678901234567890',
      '"12345678901234567890.123456789012345678901234567890"',
    ],
    ['1.50::numeric(10,2)', '"1.50"'],
    [`'NaN'::numeric`, '"NaN"'],
    ['0.1::float8', '0.1'],
    ['1e300::float8', '1e+300'],
    [`'NaN'::float8`, '"NaN"'],
    [`'-Infinity'::float8`, '"-Infinity"'],
    ['1.5::real', '1.5'],
    [`'$1,234.50'::money`, '"$1,234.50"'],
    [`'a "b" \\ c' || chr(10)`, '"a \\"b\\" \\\\ c\\n"'],
    [`'日本語 👩‍⚕️'`, '"日本語 👩‍⚕️"'],
    [`date '2026-03-07'`, '"2026-03-07"'],
    [`timestamp '2026-03-07 08:15:00.123456'`, '"2026-03-07T08:15:00.123456"'],
    [`timestamptz '2026-03-07 08:15:00.5-05'`, '"2026-03-07T13:15:00.5Z"'],
    [`timestamptz 'infinity'`, '"infinity"'],
    [`timestamp '0044-03-15 12:00:00 BC'`, '"0044-03-15 12:00:00 BC"'],
    [`time '08:15'`, '"08:15:00"'],
    [`interval '1 year 2 days 03:04:05.5'`, '"P1Y2DT3H4M5.5S"'],
    [`'\\xdeadbeef'::bytea`, '"3q2+7w=="'],
    [`''::bytea`, '""'],
    [
      `'{"a": 12345678901234567890, "b": [1, null]}'::json`,
      '{"a": 12345678901234567890, "b": [1, null]}',
    ],
    [`'{"b": 1.10, "a": "x"}'::jsonb`, '{"a": "x", "b": 1.10}'],
    [`'null'::jsonb`, 'null'],
    [`'{"__proto__": {"x": 1}}'::jsonb`, '{"__proto__": {"x": 1}}'],
    [`'7d444840-9dc0-11d1-b245-5ffdce74fad2'::uuid`, '"7d444840-9dc0-11d1-b245-5ffdce74fad2"'],
    [`'calm'::mood`, '"calm"'],
    [`int4range(1, 5)`, '"[1,5)"'],
    [`point(1, 2)`, '"(1,2)"'],
    [`'10.0.0.0/8'::cidr`, '"10.0.0.0/8"'],
    [`row(1, 'a')`, '"(1,a)"'],
    ['array[1, null, 3]', '[1,null,3]'],
    [`array[array[1,2], array[3,4]]`, '[[1,2],[3,4]]'],
    [`array['a,b', 'c"d', 'NULL', '', 'e\\f', null]`, '["a,b","c\\"d","NULL","","e\\\\f",null]'],
    [`array[9007199254740993]`, '["9007199254740993"]'],
    [`array[1.10]`, '["1.10"]'],
    [`array[true, false]`, '[true,false]'],
    [`array[timestamptz '2026-03-07 08:15:00+00']`, '["2026-03-07T08:15:00Z"]'],
    [`array['{"a":1}'::jsonb]`, '[{"a": 1}]'],
    [`array['\\x01'::bytea]`, '["AQ=="]'],
    [`array['in pain'::mood, 'calm']`, '["in pain","calm"]'],
    [`'[0:1]={7,8}'::int[]`, '[7,8]'],
    [`'{}'::text[]`, '[]'],
    [`array[box '(1,2),(3,4)', box '(0,0),(1,1)']`, '["(3,4),(1,2)","(1,1),(0,0)"]'],
  ])('%s', async (expression, json) => expect(await value(expression)).toBe(json))

  it('names the columns and their types', async () => {
    const { fields } = await sql.run(
      "select 1 as a, 'calm'::mood as b, array['calm'::mood] as c, 1.5 as d, array[1] as e, " +
        'now() as f, null as g',
    )
    expect(fields?.map(({ type }) => type)).toEqual([
      'integer',
      'mood',
      'mood[]',
      'numeric',
      'integer[]',
      'timestamptz',
      'text',
    ])
  })

  it('returns every column of one name', async () => {
    expect((await sql.run('select 1 as id, 2 as id, 3 as id, 4 as id_2')).rows).toEqual([
      { id: 1, id_3: 2, id_4: 3, id_2: 4 },
    ])
    expect((await sql.run('select 1 as id, 2 as id', [], { arrayMode: true })).rows).toEqual([
      [1, 2],
    ])
    expect(memberNames(['a', 'a', 'b', 'a'])).toEqual(['a', 'a_2', 'b', 'a_3'])
  })

  it('treats names literally', async () => {
    const { rows } = await sql.run(`select 1 as "__proto__", 2 as "constructor", 3 as "a""b"`)
    expect(Object.entries(rows?.[0] as object)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
      ['a"b', 3],
    ])
  })

  it('answers without rows or columns', async () => {
    expect(await sql.run('select 1 where false')).toMatchObject({ rows: [], rowCount: 0 })
    expect(await sql.run('select')).toMatchObject({ rows: [{}], rowCount: 1, fields: [] })
    expect(await sql.run('create table empty_one ()')).toEqual({
      rows: [],
      rowCount: null,
      fields: [],
    })
  })
})

describe('params', () => {
  it.each([
    ['$1::int', 5, '5'],
    ['$1::int', '5', '5'],
    ['$1::numeric', 0.1, '"0.1"'],
    ['$1::numeric', '12345678901234567890.5', '"12345678901234567890.5"'],
    ['$1::float8', 1e21, '1e+21'],
    ['$1::boolean', true, 'true'],
    ['$1::text', null, 'null'],
    ['$1', 'x', '"x"'],
    ['$1', 7, '"7"'],
    ['$1::text', `'; drop table x; --`, `"'; drop table x; --"`],
    ['$1::int[]', [1, null, 3], '[1,null,3]'],
    [
      '$1::int[]',
      [
        [1, 2],
        [3, 4],
      ],
      '[[1,2],[3,4]]',
    ],
    [
      '$1::text[]',
      ['a,b', 'c"d\\', '', null, 'NULL', '{}'],
      '["a,b","c\\"d\\\\","",null,"NULL","{}"]',
    ],
    ['$1::boolean[]', [true, false], '[true,false]'],
    ['$1::jsonb', { a: [1, 'x'] }, '{"a": [1, "x"]}'],
    ['$1::jsonb', [1, 2], '[1, 2]'],
    ['$1::jsonb', '{"a":1}', '{"a": 1}'],
    ['$1::json', true, 'true'],
    ['$1::jsonb[]', [{ a: 1 }, [2]], '[{"a": 1}]'],
    ['$1::bytea', '3q2+7w==', '"3q2+7w=="'],
    ['$1::bytea', '\\xdead', '"3q0="'],
    ['$1::bytea[]', ['AQ==', 'Ag=='], '["AQ==","Ag=="]'],
    ['$1::timestamptz', '2026-03-07T08:15:00-05:00', '"2026-03-07T13:15:00Z"'],
    ['$1::mood', 'calm', '"calm"'],
    ['$1::uuid', '7d444840-9dc0-11d1-b245-5ffdce74fad2', '"7d444840-9dc0-11d1-b245-5ffdce74fad2"'],
  ])('%s given %j', async (expression, param, json) => {
    if (expression === '$1::jsonb[]')
      return expect(await value('($1::jsonb[])[1:1]', [[{ a: 1 }]])).toBe(json)
    expect(await value(expression, [param])).toBe(json)
  })

  it('are refused by Postgres where they do not fit', async () => {
    expect((await sql.run('select $1::int', ['x'])).error).toMatchObject({ code: '22P02' })
    expect((await sql.run('select $1::int, $2::int', [1])).error).toMatchObject({
      code: '08P01',
      message: 'The statement has 2 parameters ($1 …) and 1 was given in params.',
    })
    expect((await sql.run('select 1', [1])).error).toMatchObject({ code: '08P01' })
    expect((await sql.run('select 1')).rows).toEqual([{ '?column?': 1 }])
  })
})

describe('array literals', () => {
  it.each([
    [[1, 'a', null]],
    [
      [
        ['x', 'y'],
        ['"', '\\'],
      ],
    ],
    [[' ', '\n', ',', '{', '}', 'null']],
  ])('%j comes back', (items) => {
    const texts = (list: unknown[]): unknown[] =>
      list.map((item) => {
        if (Array.isArray(item)) return texts(item)
        return item === null ? null : String(item)
      })
    expect(readArray(writeArray(items, String))).toEqual(texts(items))
  })
})
