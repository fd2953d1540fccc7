import { getHomeContract } from '#lib/contracts/home'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getHome } from '#lib/operations/home/get-home'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getHomeContract, getHome) })
