/** MCP servers that a computer adds to the project, by a command: shown here, changed only there. */
import type { DeskServer } from '@fairlead/protocol/computers/local-mcp-servers'
import { Row, Rows } from '../../ui/section.tsx'

const STATES: Readonly<Record<DeskServer['state'], string>> = {
	idle: 'Started when it is needed',
	running: 'Running',
	failed: 'Failed',
}

export function DeskServers(props: { servers: readonly DeskServer[] }) {
	return (
		<div className="border-t border-edge">
			<Rows label="MCP servers on computers">
				{props.servers.map((server) => (
					<li key={`${server.computer} ${server.name}`}>
						<Row title={server.name} detail={<Detail server={server} />} />
					</li>
				))}
			</Rows>
			<p className="px-4 pb-3 text-line text-muted text-pretty">
				A program on a computer is added and removed there:{' '}
				<code>npm run fairlead -- mcp-servers</code>.
			</p>
		</div>
	)
}

function Detail({ server }: { server: DeskServer }) {
	const { computer, state, reason, tools, leftOut } = server
	const left = leftOut === 0 ? '' : `, ${leftOut} left out`
	return (
		<>
			<span className="block wrap-anywhere">Added on {computer}</span>
			<span className={state === 'failed' ? 'block text-danger' : 'block'}>
				{STATES[state]} · {tools} tool{tools === 1 ? '' : 's'}
				{left}
			</span>
			{reason && <span className="block wrap-anywhere">{reason}</span>}
		</>
	)
}
