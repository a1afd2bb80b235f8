/** A person's API tokens: a list, creating, revoking. */
import { type ApiToken, ApiTokenList } from '@fairlead/protocol/people/api-tokens'
import { Braces } from 'lucide-react'
import type { ReactNode } from 'react'
import { Empty } from '../../../ui/feedback.tsx'
import { exactDay, RelativeTime } from '../../../ui/text/time.tsx'
import { TokenSection } from '../token-section.tsx'
import { NewApiToken } from './new-api-token.tsx'

const PATH = '/api/tokens'

export function ApiTokens() {
	return (
		<TokenSection
			id="api-tokens"
			title="API tokens"
			hint="A script with a token acts as you, in all of your projects, within the token’s scopes."
			path={PATH}
			queryKey={['api-tokens']}
			schema={ApiTokenList}
			empty={
				<Empty icon={<Braces />} title="No API tokens">
					Create one below. The API is described at{' '}
					<a href="/api/openapi.json" className="underline">
						/api/openapi.json
					</a>
					.
				</Empty>
			}
			detail={(token) => <Detail token={token} />}
			consequence="Scripts that use it are refused at once, and what they follow ends. Runs that they started continue."
			form={(onCreated) => <NewApiToken path={PATH} onCreated={onCreated} />}
		/>
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
