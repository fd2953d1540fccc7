import { ownServing } from '#lib/worker-labels'

/**
 * A condition in SQL: this process calls the connection with the id in `column`. Its parameters are
 * those of `servedValues`, under these places. A connection that was deleted is everybody's.
 */
export const servedHereSql = (column: string, unbound: string, labels: string): string =>
  `not exists (select from connections where connections.id = ${column} and not
    case when worker_label is null then ${unbound}::boolean
      else worker_label = any(${labels}::text[]) end)`

export const servedValues = (): [unbound: boolean, labels: readonly string[]] => {
  const { unbound, labels } = ownServing()
  return [unbound, labels]
}
