import { forgetOutsideDatabaseContract, nameOutsideDatabaseContract } from '#lib/contracts/sql'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { forgetOutsideDatabase } from '#lib/operations/sql/forget-outside-database'
import { nameOutsideDatabase } from '#lib/operations/sql/name-outside-database'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route(nameOutsideDatabaseContract, nameOutsideDatabase),
  DELETE: route(forgetOutsideDatabaseContract, forgetOutsideDatabase),
})
