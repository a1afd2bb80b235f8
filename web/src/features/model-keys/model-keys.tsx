/** A person's keys at model providers: which there are, adding, replacing, removing. Below them, model servers of their own, values of models and keys for web search. */
import { KeyList, type ProviderKeys, ReadList } from '@fairlead/protocol/models/keys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toastError } from '../../data/api/toast-error.ts'
import { Button } from '../../ui/button.tsx'
import { Note, Skeleton } from '../../ui/feedback.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { toasts } from '../../ui/overlays/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'
import { Endpoints } from './endpoints.tsx'
import { KeyForm } from './key-form.tsx'
import { ModelFacts } from './model-facts.tsx'
import { SearchKeys } from './search-keys.tsx'

const QUERY = ['model-keys']
const ID = 'models-and-keys'

export default function ModelKeys() {
	const client = useQueryClient()
	const keys = useQuery({
		queryKey: QUERY,
		queryFn: ({ signal }) => api(KeyList, '/api/keys', { signal }),
	})
	const { hash } = useLocation()
	useEffect(() => {
		// The address may name this section; its code comes after the page.
		if (hash !== `#${ID}`) return
		const heading = document.getElementById(ID)
		heading?.scrollIntoView()
		heading?.focus({ preventScroll: true })
	}, [hash])
	const [open, setOpen] = useState<string | null>(null)
	const [removing, setRemoving] = useState<ProviderKeys | null>(null)
	const changed = () =>
		Promise.all([QUERY, ['models']].map((queryKey) => client.invalidateQueries({ queryKey })))
	const remove = useMutation({
		mutationFn: (provider: string) => apiDone(`/api/keys/${provider}`, { method: 'DELETE' }),
		onSuccess: () => setRemoving(null),
		onSettled: changed,
	})
	const refresh = useMutation({
		mutationFn: ({ provider }: ProviderKeys) =>
			api(ReadList, `/api/models/refresh/${provider}`, { method: 'POST' }),
		onSuccess: ({ models }, { title }) =>
			toasts.add({ title: `${title} lists ${counted(models)}.` }),
		onError: toastError,
		onSettled: changed,
	})
	const canStore = keys.data?.canStore ?? false
	return (
		<>
			<Section
				id={ID}
				title="Models and keys"
				hint="With a key of your own, your runs use the provider’s models, and you pay the provider for them. Keys are stored encrypted and never shown again."
			>
				{keys.isPending && <Skeleton rows={5} className="p-4" />}
				{keys.error && !keys.data && (
					<ErrorNote error={keys.error} onRetry={() => void keys.refetch()} className="m-3" />
				)}
				{keys.data && !canStore && (
					<Note level="warning" title="This server cannot store keys." className="m-3">
						The operator can set the secret SECRETS_KEY, under which keys are encrypted.
					</Note>
				)}
				{keys.data && (
					<Rows label="Model providers">
						{keys.data.providers.map((one) => (
							<li key={one.provider}>
								<Row
									title={one.title}
									detail={<Standing of={one} />}
									action={
										<div className="flex flex-wrap justify-end gap-2">
											{(one.key || one.server) && (
												<Button
													aria-label={`Refresh the models of ${one.title}`}
													disabled={refresh.isPending}
													onClick={() => refresh.mutate(one)}
												>
													Refresh
												</Button>
											)}
											{canStore && open !== one.provider && (
												<Button
													aria-label={`${one.key ? 'Replace' : 'Add'} key for ${one.title}`}
													onClick={() => setOpen(one.provider)}
												>
													{one.key ? 'Replace' : 'Add key'}
												</Button>
											)}
											{one.key && (
												<Button
													aria-label={`Remove key for ${one.title}`}
													onClick={() => setRemoving(one)}
												>
													Remove
												</Button>
											)}
										</div>
									}
								/>
								{open === one.provider && (
									<KeyForm
										title={one.title}
										path={`/api/keys/${one.provider}`}
										hint={`It is checked with ${one.host} before it is stored, without spending anything.`}
										onStored={changed}
										onClose={() => setOpen(null)}
									/>
								)}
							</li>
						))}
					</Rows>
				)}
				{removing && (
					<Confirm
						title={`Remove the key for ${removing.title}?`}
						description={`It is deleted here. ${afterwards(removing)} The key itself stays valid until you revoke it at ${removing.title}.`}
						confirm="Remove key"
						keep="Keep key"
						pending={remove.isPending}
						error={remove.error && <ErrorNote error={remove.error} className="mt-3" />}
						onConfirm={() => remove.mutate(removing.provider)}
						onClose={() => setRemoving(null)}
					/>
				)}
			</Section>
			{keys.data && <Endpoints canStore={canStore} />}
			{keys.data && <ModelFacts />}
			{keys.data && <SearchKeys />}
		</>
	)
}

const afterwards = ({ server }: ProviderKeys): string =>
	server
		? 'Your runs continue with the server’s key.'
		: 'Your runs with its models end at their next step.'

const counted = (count: number): string => (count === 1 ? '1 model' : `${count} models`)

/** Whose key pays, and when its models were last read. */
function Standing(props: { of: ProviderKeys }): ReactNode {
	const { key, server, listed } = props.of
	return (
		<>
			{!key && (server ? 'Paid by this server’s key' : 'No key')}
			{key && (
				<>
					Your key <span className="font-mono">…{key.lastFour}</span>, checked and stored{' '}
					<RelativeTime at={key.addedAt} />
				</>
			)}
			{listed && (key || server) && (
				<>
					{` · ${counted(listed.models)}, listed `}
					<RelativeTime at={listed.readAt} />
				</>
			)}
		</>
	)
}
