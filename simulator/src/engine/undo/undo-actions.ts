/** unity_undo. */
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import type { Core } from '../core.ts'
import type { Group } from './undo.ts'

export const undoActions = {
	undo: (core: Core, args: { steps: number }) => core.undo.undo(args.steps),
	redo: (core: Core, args: { steps: number }) => core.undo.redo(args.steps),
	history(
		core: Core,
		{ limit }: ToolArgs<'unity_undo', 'history'>,
	): ToolResult<'unity_undo', 'history'> {
		const { done, undone } = core.undo.groups()
		const told =
			(state: 'done' | 'undone') =>
			({ id, name, files }: Group) => ({
				groupId: id,
				name,
				state,
				...(files.length > 0 ? { filesKept: [...files] } : {}),
			})
		const all = [...undone.map(told('undone')), ...done.toReversed().map(told('done'))]
		return { ...core.undo.info(), groups: all.slice(0, limit), total: all.length }
	},
	revert_group: (core: Core, args: { group_id: string }) => core.undo.revertGroup(args.group_id),
}
