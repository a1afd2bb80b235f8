/** `unity_editor`: the user's view. */
import type { TOOLS, ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import type { Core } from '../core.ts'
import { pathOf } from './objects.ts'
import { needObject } from './refs.ts'

type Action = keyof (typeof TOOLS)['unity_editor']['actions']
type Args<A extends Action> = ToolArgs<'unity_editor', A>
type Result<A extends Action> = ToolResult<'unity_editor', A>

export const editorActions = {
	select(core: Core, args: Args<'select'>): Result<'select'> {
		const records = [...new Set(args.objects.map((ref) => needObject(core, ref)))]
		core.selection = records.map((record) => record.id)
		core.touch('selection')
		return {
			objects: records.map((record) => ({
				instanceId: record.id,
				path: pathOf(core.world, record),
			})),
			// There is no scene view window here: its pictures frame the requested objects.
			framed: false,
		}
	},
	clear_console(core: Core): Result<'clear_console'> {
		core.console.clear()
		return { cleared: true }
	},
}
