/** A person's own model servers: which there are, reading their models again, removing one. */
import {
	MAX_ENDPOINTS,
	ModelEndpoint,
	ModelEndpointList,
} from '@fairlead/protocol/models/model-endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toastError } from '../../data/api/toast-error.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { toasts } from '../../ui/overlays/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'
import { EndpointForm } from './endpoint-form.tsx'

const QUERY = ['model-endpoints']
const path = (name: string): string => `/api/model-endpoints/${name}`
const counted = (count: number): string => (count === 1 ? '1 model' : `${count} models`)

export function Endpoints(props: { canStore: boolean }) {
	const client = useQueryClient()
	const list = useQuery({
		queryKey: QUERY,
		queryFn: async ({ signal }) =>
			(await api(ModelEndpointList, '/api/model-endpoints', { signal })).endpoints,
	})
	const [adding, setAdding] = useState(false)
	const [removing, setRemoving] = useState<ModelEndpoint | null>(null)
	const changed = () =>
		Promise.all([QUERY, ['models']].map((queryKey) => client.invalidateQueries({ queryKey })))
	const refresh = useMutation({
		mutationFn: (name: string) => api(ModelEndpoint, `${path(name)}/refresh`, { method: 'POST' }),
		onSuccess: ({ name, models }) =>
			toasts.add({ title: `${name} lists ${counted(models.length)}.` }),
		onError: toastError,
		onSettled: changed,
	})
	const remove = useMutation({
		mutationFn: (name: string) => apiDone(path(name), { method: 'DELETE' }),
		onSuccess: () => setRemoving(null),
		onSettled: changed,
	})
	const endpoints = list.data ?? []
	return (
		<Section
			id="model-servers"
			title="Your model servers"
			hint="Ollama, LM Studio, vLLM or any other server that speaks OpenAI’s chat completions. Only runs that you pay for use them. Their prices are not known until you set them below."
		>
			{list.isPending && <Skeleton rows={1} className="p-4" />}
			{list.error && !list.data && (
				<ErrorNote error={list.error} onRetry={() => void list.refetch()} className="m-3" />
			)}
			{endpoints.length > 0 && (
				<Rows label="Model servers">
					{endpoints.map((one) => (
						<li key={one.name}>
							<Row
								title={one.name}
								detail={<About endpoint={one} />}
								action={
									<div className="flex gap-2">
										<Button
											aria-label={`Refresh the models of ${one.name}`}
											disabled={refresh.isPending}
											onClick={() => refresh.mutate(one.name)}
										>
											Refresh
										</Button>
										<Button aria-label={`Remove ${one.name}`} onClick={() => setRemoving(one)}>
											Remove
										</Button>
									</div>
								}
							/>
						</li>
					))}
				</Rows>
			)}
			{list.data && adding && (
				<EndpointForm
					canStore={props.canStore}
					onStored={async ({ name, models }) => {
						await changed()
						toasts.add({ title: `${name} lists ${counted(models.length)}. It is stored.` })
						setAdding(false)
					}}
					onClose={() => setAdding(false)}
				/>
			)}
			{list.data && !adding && endpoints.length < MAX_ENDPOINTS && (
				<div className="flex flex-wrap items-center justify-between gap-3 border-edge p-4 not-first:border-t">
					<p className="text-line text-muted">{endpoints.length === 0 && 'None yet.'}</p>
					<Button onClick={() => setAdding(true)}>Add model server</Button>
				</div>
			)}
			{removing && (
				<Confirm
					title={`Remove ${removing.name}?`}
					description="Its address and key are deleted here. Your runs with its models end at their next step."
					confirm="Remove model server"
					keep="Keep it"
					pending={remove.isPending}
					error={remove.error && <ErrorNote error={remove.error} className="mt-3" />}
					onConfirm={() => remove.mutate(removing.name)}
					onClose={() => setRemoving(null)}
				/>
			)}
		</Section>
	)
}

function About({ endpoint: { url, key, models, readAt } }: { endpoint: ModelEndpoint }) {
	return (
		<>
			<span className="wrap-anywhere">{url}</span>
			<br />
			{key ? (
				<>
					Key <span className="font-mono">…{key.lastFour}</span>
				</>
			) : (
				'No key'
			)}
			{` · ${counted(models.length)}, listed `}
			<RelativeTime at={readAt} />
		</>
	)
}
