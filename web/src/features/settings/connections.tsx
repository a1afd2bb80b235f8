/** MCP clients that the person connected: a list, disconnecting. */
import { type Connection, ConnectionList } from '@fairlead/protocol/connections'
import { PlugZap } from 'lucide-react'
import { Empty } from '../../ui/feedback.tsx'
import { exactDay, RelativeTime } from '../../ui/time.tsx'
import { visible } from '../../ui/visible.ts'
import { TokenSection } from './token-section.tsx'

export default function Connections() {
	return (
		<TokenSection
			id="connections"
			title="Connected clients"
			hint="Coding agents that use a project’s editor for you, by MCP. Each is for one project."
			path="/api/connections"
			queryKey={['connections']}
			schema={ConnectionList}
			empty={
				<Empty icon={<PlugZap />} title="No connected clients">
					Add a project’s MCP address to your client; it brings you back here to agree.
				</Empty>
			}
			detail={(connection) => <Detail connection={connection} />}
			consequence="The client is refused at once. Calls that wait for an approval stay open until you answer them."
			form={() => null}
		/>
	)
}

function Detail(props: { connection: Connection }) {
	const { projectName, scopes, lastUsedAt, expiresAt } = props.connection
	return (
		<>
			{visible(projectName)} · <span className="font-mono text-cap">{scopes.join(', ')}</span>
			<br />
			{lastUsedAt === null ? (
				'Never used'
			) : (
				<>
					Last used <RelativeTime at={lastUsedAt} />
				</>
			)}
			{` · until ${exactDay(expiresAt)}, if it is not used`}
		</>
	)
}
