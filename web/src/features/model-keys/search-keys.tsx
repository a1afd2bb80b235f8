/** A person's keys at search services, for models whose provider does not search the web: adding, replacing, removing. */
import { type SearchKey, SearchKeyList } from '@fairlead/protocol/models/search-keys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'
import { KeyForm } from './key-form.tsx'

const QUERY = ['search-keys']
const path = (service: string): string => `/api/search-keys/${service}`

export function SearchKeys() {
	const client = useQueryClient()
	const keys = useQuery({
		queryKey: QUERY,
		queryFn: ({ signal }) => api(SearchKeyList, '/api/search-keys', { signal }),
	})
	const [open, setOpen] = useState<string | null>(null)
	const [removing, setRemoving] = useState<SearchKey | null>(null)
	const changed = () => client.invalidateQueries({ queryKey: QUERY })
	const remove = useMutation({
		mutationFn: (service: string) => apiDone(path(service), { method: 'DELETE' }),
		onSuccess: () => setRemoving(null),
		onSettled: changed,
	})
	return (
		<Section
			id="web-search"
			title="Web search"
			hint="With a key of a search service, the agent can search the web with models whose provider does not. It decides what to search for, without asking you; the words go to that service."
		>
			{keys.isPending && <Skeleton rows={2} className="p-4" />}
			{keys.error && !keys.data && (
				<ErrorNote error={keys.error} onRetry={() => void keys.refetch()} className="m-3" />
			)}
			{keys.data && (
				<Rows label="Search services">
					{keys.data.services.map((one) => (
						<li key={one.service}>
							<Row
								title={one.title}
								detail={<Standing of={one} among={keys.data.services} />}
								action={
									<div className="flex flex-wrap justify-end gap-2">
										{keys.data.canStore && open !== one.service && (
											<Button
												aria-label={`${one.key ? 'Replace' : 'Add'} key for ${one.title}`}
												onClick={() => setOpen(one.service)}
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
							{open === one.service && (
								<KeyForm
									title={one.title}
									path={path(one.service)}
									hint={`It is checked with ${one.host} before it is stored, ${
										one.checkIsSearch ? 'by one search' : 'without spending anything'
									}.`}
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
					description={`It is deleted here, and your runs no longer search with it. The key itself stays valid until you revoke it at ${removing.title}.`}
					confirm="Remove key"
					keep="Keep key"
					pending={remove.isPending}
					error={remove.error && <ErrorNote error={remove.error} className="mt-3" />}
					onConfirm={() => remove.mutate(removing.service)}
					onClose={() => setRemoving(null)}
				/>
			)}
		</Section>
	)
}

/** Says which of several keys searches. */
function Standing(props: { of: SearchKey; among: readonly SearchKey[] }): ReactNode {
	const { key, used } = props.of
	if (!key) return 'No key'
	const several = props.among.filter((one) => one.key).length > 1
	return (
		<>
			Your key <span className="font-mono">…{key.lastFour}</span>, checked and stored{' '}
			<RelativeTime at={key.addedAt} />
			{several && (used ? ' · used for searches' : ' · not used: the newer key is')}
		</>
	)
}
