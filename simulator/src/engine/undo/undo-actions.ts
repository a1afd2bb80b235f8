/** unity_undo. */
import type { Core } from '../core.ts'

export const undoActions = {
	undo: (core: Core, args: { steps: number }) => core.undo.undo(args.steps),
	redo: (core: Core, args: { steps: number }) => core.undo.redo(args.steps),
	revert_group: (core: Core, args: { group_id: string }) => core.undo.revertGroup(args.group_id),
}
