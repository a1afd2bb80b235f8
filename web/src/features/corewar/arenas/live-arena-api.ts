/** The arena in which a person plays: this server's own, or another server's if they have connected one. */
import { LiveArena, LiveArenaState } from '@fairlead/protocol/arena/live-arena'
import { queryOptions } from '@tanstack/react-query'
import { api, apiDone } from '../../../data/api/client.ts'
import { toApiError } from '../../../data/api/problem.ts'

const PATH = '/api/live-arena'

/**
 * The person's arena. It is null for a trial and for a person who is not signed in: they see this server's arena,
 * and can connect no other.
 */
export const liveArenaQuery = queryOptions({
	queryKey: ['live-arena'],
	queryFn: async ({ signal }): Promise<LiveArenaState | null> => {
		try {
			return await api(LiveArenaState, PATH, { signal })
		} catch (error) {
			const { code } = toApiError(error)
			if (code === 'unauthenticated' || code === 'forbidden') return null
			throw error
		}
	},
})

/** The arena has shown whose key it is when this returns. */
export const connectArena = (url: string, key: string): Promise<LiveArena> =>
	api(LiveArena, PATH, { method: 'PUT', body: { url, key } })

export const disconnectArena = (): Promise<void> => apiDone(PATH, { method: 'DELETE' })

export const hostOf = ({ url }: Pick<LiveArena, 'url'>): string =>
	URL.canParse(url) ? new URL(url).host : url
