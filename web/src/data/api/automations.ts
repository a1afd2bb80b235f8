/** The automations of a project and their deliveries, with their cache keys. */
import {
	Automation,
	AutomationList,
	type Delivery,
	DeliveryDetail,
	DeliveryList,
} from '@fairlead/protocol/automations/automations'
import { ENDED_RUN_STATES } from '@fairlead/protocol/conversations/runs'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'

/** While something is under way, and while a person waits for something to come. */
const POLL_BUSY_MS = 2_000
const POLL_IDLE_MS = 15_000

export const automationsApi = (projectId: string): string =>
	`/api/projects/${projectId}/automations`
export const automationApi = (projectId: string, id: string): string =>
	`${automationsApi(projectId)}/${id}`

export const automationsQuery = (projectId: string) =>
	queryOptions({
		queryKey: ['automations', projectId],
		queryFn: async ({ signal }) =>
			(await api(AutomationList, automationsApi(projectId), { signal })).automations,
		refetchInterval: POLL_IDLE_MS,
	})

export const automationQuery = (projectId: string, id: string) =>
	queryOptions({
		queryKey: ['automation', projectId, id],
		queryFn: ({ signal }) => api(Automation, automationApi(projectId, id), { signal }),
	})

/** It waits, or its run is under way. */
export const isUnderWay = ({ verdict, run }: Pick<Delivery, 'verdict' | 'run'>): boolean =>
	verdict === null || (run !== null && !ENDED_RUN_STATES.has(run.state))

export const deliveriesQuery = (projectId: string, id: string) =>
	queryOptions({
		queryKey: ['deliveries', projectId, id],
		queryFn: async ({ signal }) =>
			(await api(DeliveryList, `${automationApi(projectId, id)}/deliveries`, { signal }))
				.deliveries,
		refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_BUSY_MS : POLL_IDLE_MS),
	})

export const deliveryQuery = (projectId: string, automationId: string, id: string) =>
	queryOptions({
		queryKey: ['delivery', projectId, automationId, id],
		queryFn: ({ signal }) =>
			api(DeliveryDetail, `${automationApi(projectId, automationId)}/deliveries/${id}`, { signal }),
		// The payload never changes; the state is in the list.
		staleTime: Number.POSITIVE_INFINITY,
	})

/** Reads lists again that a change may have touched. */
export function useReadAutomationsAgain(projectId: string): () => Promise<unknown> {
	const client = useQueryClient()
	return () =>
		Promise.all([
			client.invalidateQueries({ queryKey: ['automations', projectId] }),
			client.invalidateQueries({ queryKey: ['deliveries', projectId] }),
		])
}
