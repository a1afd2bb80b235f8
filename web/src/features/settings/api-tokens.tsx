/** A person's API tokens: a list, creating, revoking. */
import { type ApiToken, ApiTokenList } from '@fairlead/protocol/api-tokens'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Braces } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { exactDay, RelativeTime } from '../../ui/time.tsx'
import { NewApiToken } from './new-api-token.tsx'
import { Row, Rows, Section } from './section.tsx'

const PATH = '/api/tokens'
const queryKey = ['api-tokens']

export function ApiTokens() {
	const client = useQueryClient()
	const tokens = useQuery({
		queryKey,
		queryFn: ({ signal }) => api(ApiTokenList, PATH, { signal }),
	})
	const [revoking, setRevoking] = useState<ApiToken | null>(null)
	const read = () => client.invalidateQueries({ queryKey })
	const revoke = useMutation({
		mutationFn: (id: string) => apiDone(`${PATH}/${id}`, { method: 'DELETE' }),
		onSuccess: () => setRevoking(null),
		onSettled: read,
	})
	const list = tokens.data?.tokens
	return (
		<Section
			id="api-tokens"
			title="API tokens"
			hint="A script with a token acts as you, in all of your projects, within the token’s scopes."
		>
			{tokens.isPending && <Skeleton rows={2} className="p-4" />}
			{tokens.error && !list && (
				<ErrorNote error={tokens.error} onRetry={() => void tokens.refetch()} className="m-3" />
			)}
			{list?.length === 0 && (
				<Empty icon={<Braces />} title="No API tokens">
					Create one below. The API is described at{' '}
					<a href="/api/openapi.json" className="underline">
						/api/openapi.json
					</a>
					.
				</Empty>
			)}
			{list && list.length > 0 && (
				<Rows label="API tokens">
					{list.map((token) => (
						<li key={token.id}>
							<Row
								title={token.label}
								detail={<Detail token={token} />}
								action={
									<Button aria-label={`Revoke ${token.label}`} onClick={() => setRevoking(token)}>
										Revoke
									</Button>
								}
							/>
						</li>
					))}
				</Rows>
			)}
			{list && <NewApiToken path={PATH} onCreated={() => void read()} />}
			{revoking && (
				<Confirm
					title={`Revoke “${revoking.label}”?`}
					description="Scripts that use it are refused at once, and what they follow ends. Runs that they started continue."
					confirm="Revoke token"
					keep="Keep token"
					pending={revoke.isPending}
					error={revoke.error && <ErrorNote error={revoke.error} className="mt-3" />}
					onConfirm={() => revoke.mutate(revoking.id)}
					onClose={() => setRevoking(null)}
				/>
			)}
		</Section>
	)
}

function Detail(props: { token: ApiToken }) {
	const { scopes, expiresAt, lastUsedAt } = props.token
	return (
		<>
			<span className="font-mono text-cap wrap-anywhere">{scopes.join(', ')}</span>
			<br />
			{lastUsedAt === null ? (
				'Never used'
			) : (
				<>
					Last used <RelativeTime at={lastUsedAt} />
				</>
			)}
			{' · '}
			<Expiry at={expiresAt} />
		</>
	)
}

function Expiry(props: { at: number | null }): ReactNode {
	if (props.at === null) return 'does not expire'
	if (props.at <= Date.now()) return <span className="text-danger">expired</span>
	return `until ${exactDay(props.at)}`
}
