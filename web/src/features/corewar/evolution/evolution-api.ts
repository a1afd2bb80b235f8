/** The evolutions of a project, and the family tree of one. */
import { EvolutionList, EvolutionTree } from '@fairlead/protocol/arena/evolutions'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../data/api/client.ts'

/** A slice of a running one takes two seconds, and a percent of it half a minute. */
const POLL_MS = 10_000

const pathOf = (projectId: string): string => `/api/projects/${projectId}/evolutions`

export const evolutionsQuery = (projectId: string) =>
	queryOptions({
		queryKey: ['evolutions', projectId],
		queryFn: async ({ signal }) =>
			(await api(EvolutionList, pathOf(projectId), { signal })).evolutions,
	})

/** While it runs it is read again and again, each time with the warriors that are new. */
export const evolutionQuery = (projectId: string, id: string) => {
	const queryKey = ['evolution', projectId, id]
	return queryOptions({
		queryKey,
		queryFn: async ({ client, signal }): Promise<EvolutionTree> => {
			const known = client.getQueryData<EvolutionTree>(queryKey)?.warriors ?? []
			const path = `${pathOf(projectId)}/${id}?from=${known.length}`
			const tree = await api(EvolutionTree, path, { signal })
			return { ...tree, warriors: [...known, ...tree.warriors] }
		},
		refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? POLL_MS : false),
	})
}
