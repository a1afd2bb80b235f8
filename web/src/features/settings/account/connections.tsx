/** MCP clients that the person connected: a list, disconnecting. */
import type { McpScope } from '@fairlead/protocol/people/api-tokens'
import { type Connection, ConnectionList } from '@fairlead/protocol/people/connections'
import { visible } from '@fairlead/protocol/view/visible'
import { PlugZap } from 'lucide-react'
import { Empty } from '../../../ui/feedback.tsx'
import { exactDay, RelativeTime } from '../../../ui/text/time.tsx'
import { TokenSection } from '../token-section.tsx'

export default function Connections() {
	return (
		<TokenSection
			id="connections"
			title="Connected clients"
			hint="MCP clients that use a project’s editor as you, each in one project."
			path="/api/connections"
			queryKey={['connections']}
			schema={ConnectionList}
			empty={
				<Empty icon={<PlugZap />} title="No connected clients">
					Add a project’s MCP address to your client. It opens a page here on which you connect it.
				</Empty>
			}
			detail={(connection) => <Detail connection={connection} />}
			verb="Disconnect"
			noun="client"
			consequence="The client is refused at once. Calls that wait for an approval stay open until you answer them."
			form={() => null}
		/>
	)
}

/** A scope that this page does not know is shown as it is called. */
const MAY: Readonly<Record<string, string>> = {
	'editor:read': 'looks',
	'editor:call': 'changes',
	'runs:start': 'starts the agent',
	'runs:approve': 'answers approvals',
} satisfies Record<McpScope, string>

function Detail(props: { connection: Connection }) {
	const { projectName, scopes, lastUsedAt, expiresAt } = props.connection
	return (
		<>
			{visible(projectName)}: {scopes.map((scope) => MAY[scope] ?? scope).join(', ')}
			<br />
			{lastUsedAt === null ? (
				'Never used'
			) : (
				<>
					Last used <RelativeTime at={lastUsedAt} />
				</>
			)}
			{` · expires ${exactDay(expiresAt)} unless it is used`}
		</>
	)
}
