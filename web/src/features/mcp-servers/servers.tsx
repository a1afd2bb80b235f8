/** The MCP servers that the project's agent may use: the list, and a form for another. */
import { McpServerList } from '@fairlead/protocol/projects/mcp-servers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { useAddressQuery } from '../../data/use-address-query.ts'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { Rows } from '../../ui/section.tsx'
import { AddServer } from './add-server.tsx'
import { DeskServers } from './desk-servers.tsx'
import { Server } from './server.tsx'
import { problemIn } from './words.ts'

export default function Servers(props: { projectId: string }) {
	const path = `/api/projects/${props.projectId}/mcp-servers`
	const queryKey = ['mcp-servers', props.projectId]
	const client = useQueryClient()
	const servers = useQuery({
		queryKey,
		queryFn: ({ signal }) => api(McpServerList, path, { signal }),
	})
	const [query] = useAddressQuery()
	const readAgain = () => client.invalidateQueries({ queryKey })
	const list = servers.data?.servers
	const desk = servers.data?.desk ?? []
	const problem = problemIn(query)
	return (
		<>
			{problem !== null && (
				<p role="alert" className="border-b border-edge px-4 py-3 text-line text-danger">
					{problem}
				</p>
			)}
			{servers.isPending && <Skeleton rows={2} className="p-4" />}
			{servers.error && !list && (
				<ErrorNote error={servers.error} onRetry={() => void servers.refetch()} className="m-3" />
			)}
			{list?.length === 0 && desk.length === 0 && (
				<Empty icon={<Plug />} title="No MCP servers">
					Add the address of an issue tracker, a design tool or a search, and the agent can use it.
				</Empty>
			)}
			{list && list.length > 0 && (
				<Rows label="MCP servers">
					{list.map((server) => (
						<li key={server.id}>
							<Server path={`${path}/${server.id}`} server={server} onChanged={readAgain} />
						</li>
					))}
				</Rows>
			)}
			{desk.length > 0 && <DeskServers servers={desk} />}
			{list && <AddServer path={path} onAdded={readAgain} />}
		</>
	)
}
