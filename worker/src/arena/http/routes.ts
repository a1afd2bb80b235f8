/** Every route of the arena's API. */
import { arenaRoutes } from './arena-routes.ts'
import { battleRoutes } from './battle-routes.ts'
import { playerRoutes } from './player-routes.ts'
import type { ArenaRoute } from './route.ts'
import { warriorRoutes } from './warrior-routes.ts'

export const ARENA_ROUTES: readonly ArenaRoute[] = [
	...playerRoutes,
	...warriorRoutes,
	...battleRoutes,
	...arenaRoutes,
]
