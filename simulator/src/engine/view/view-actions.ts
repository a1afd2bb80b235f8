/** unity_viewport: the scene in 3D, as the page shows it. */
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import type { Core } from '../core.ts'
import { Unsupported } from '../unsupported.ts'
import { seenIn } from './view-objects.ts'

export const viewActions = {
	changes(
		core: Core,
		args: ToolArgs<'unity_viewport', 'changes'>,
	): ToolResult<'unity_viewport', 'changes'> {
		const began = performance.now()
		core.view.update(seenIn(core))
		const answer = core.view.answer(args.since)
		return { ...answer, workMs: Math.round((performance.now() - began) * 10) / 10 }
	},

	mesh: new Unsupported(
		'The simulated editor shows only meshes of Unity itself, which everybody has.',
		'Open the project in Unity to see the meshes of its models.',
	),
}
