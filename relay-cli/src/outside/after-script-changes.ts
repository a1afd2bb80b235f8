/** Tells of scripts that changed through the relay's own tools: compile errors known before may be fixed. */
import type { RelayTool } from '../platform/relay-tool.ts'

const CHANGING: ReadonlySet<string> = new Set([
	'write_file',
	'edit_file',
	'append_to_file',
	'move_file',
	'copy_file',
	'delete_file',
	'file_history',
	'run_command',
	'git',
])

const READING: ReadonlySet<string> = new Set([
	'preview',
	'output',
	'stop',
	'status',
	'diff',
	'log',
	'branches',
])

/** The same tools; those that change files call `changed` with the project's folder after each success. */
export function afterScriptChanges(
	tools: ReadonlyMap<string, RelayTool>,
	changed: (folder: string) => void,
): Map<string, RelayTool> {
	return new Map(
		[...tools].map(([name, tool]): [string, RelayTool] => {
			if (!CHANGING.has(name)) return [name, tool]
			return [
				name,
				async (args, context) => {
					const outcome = await tool(args, context)
					const read = READING.has(context.actionName) || args['dry_run'] === true
					if (outcome.status === 'ok' && !read) changed(context.folder)
					return outcome
				},
			]
		}),
	)
}
