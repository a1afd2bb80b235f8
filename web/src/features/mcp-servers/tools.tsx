/** The tools of an MCP server, each with the risk that decides when the agent asks. */
import type {
	McpServer,
	ServerRisk,
	UpdateMcpServer,
} from '@fairlead/protocol/projects/mcp-servers'
import { visible } from '@fairlead/protocol/view/visible'
import { Select } from '../../ui/form/select.tsx'
import { RISKS, SAYS } from './words.ts'

export function Tools(props: {
	server: McpServer
	pending: boolean
	onChange: (body: UpdateMcpServer) => void
}) {
	const { server, pending, onChange } = props
	const { name, tools, leftOut } = server
	if (tools.length === 0 && leftOut.length === 0) return null
	const options = RISKS.map(({ risk, means }) => (
		<option key={risk} value={risk}>
			{means}
		</option>
	))
	const usual = RISKS.find(({ risk }) => risk === server.risk)?.means ?? server.risk
	return (
		<details className="px-4 pb-2">
			<summary className="flex min-h-9 cursor-pointer items-center text-line text-muted max-md:min-h-11">
				{tools.length === 1 ? '1 tool' : `${tools.length} tools`}
				{leftOut.length > 0 && `, ${leftOut.length} left out`}
			</summary>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
				<label htmlFor={`${server.id}-risk`} className="flex-1 basis-44 text-line font-medium">
					All tools of {name}
				</label>
				<Select
					id={`${server.id}-risk`}
					className="md:w-72"
					value={server.risk}
					disabled={pending}
					onChange={(event) => onChange({ risk: event.target.value as ServerRisk })}
				>
					{options}
				</Select>
			</div>
			<ul aria-label={`Tools of ${name}`} className="divide-y divide-edge border-t border-edge">
				{tools.map((tool) => (
					<li key={tool.name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
						<div className="min-w-0 flex-1 basis-44">
							<div className="text-line font-medium wrap-anywhere">{visible(tool.title)}</div>
							<div className="line-clamp-2 text-cap text-muted wrap-anywhere">
								{visible(tool.description)}
							</div>
							{tool.hint && <div className="text-cap text-muted">{SAYS[tool.hint]}</div>}
						</div>
						<Select
							aria-label={`Risk of ${tool.title}`}
							className="md:w-72"
							value={tool.chosen ? tool.risk : ''}
							disabled={pending}
							onChange={({ target: { value } }) =>
								onChange({
									toolRisks: { [tool.name]: value === '' ? null : (value as ServerRisk) },
								})
							}
						>
							<option value="">Default ({usual.toLowerCase()})</option>
							{options}
						</Select>
					</li>
				))}
				{leftOut.map(({ name, reason }) => (
					<li key={name} className="py-2 text-line text-muted wrap-anywhere">
						{visible(name)}: left out. {reason}
					</li>
				))}
			</ul>
		</details>
	)
}
