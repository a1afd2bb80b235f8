/** The tools of a project's MCP server: those of the server on the desk, and two that only exist remotely. */
import { mcpTools, RUN_LINE } from '@fairlead/protocol/mcp'
import { McpRunMode } from './runs.ts'

export const COLLECT = {
	name: 'collect',
	title: 'Collect',
	description: 'The outcome of a call or run that still goes on; waits up to a minute.',
	inputSchema: {
		type: 'object' as const,
		properties: {
			id: { type: 'string' },
			stop: { type: 'boolean', description: 'stop or withdraw it' },
		},
		required: ['id'],
	},
}
export const START_RUN = {
	name: 'start_run',
	title: 'Start the agent',
	description:
		"Give Fairlead's own agent a task. The run continues without this client; people watch and approve it on the page or phone.",
	inputSchema: {
		type: 'object' as const,
		properties: { task: { type: 'string' }, mode: { enum: McpRunMode.options } },
		required: ['task'],
	},
}

/** Where a run is, at once. */
export const LINE = {
	name: RUN_LINE,
	title: 'The line of a run',
	description: 'For the app of start_run.',
	inputSchema: {
		type: 'object' as const,
		properties: { id: { type: 'string' } },
		required: ['id'],
	},
	_meta: { ui: { visibility: ['app'] } },
}

/** In a fixed order, so that clients can cache the list. */
export const remoteTools = () => [...mcpTools(), COLLECT, START_RUN]
