/** unity_history: exact records of the Undo history, and whether anything blocks them. */

import type { HistoryState, RecordState, ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { canonicalJson } from '@fairlead/protocol/wire/calls'
import type { Core } from '../core.ts'
import { digest } from '../digest.ts'
import { Fault } from '../fault.ts'
import { openScenePaths, pathOf } from '../scene/objects.ts'
import type { Group } from './undo.ts'

type Direction = 'undo' | 'redo'
type Wish = ToolArgs<'unity_history', 'undo'>

/** Maximum number of listed blocking groups. */
const MAX_LISTED = 50

/** The groups that would be included, in order. */
function affected(core: Core, ids: ReadonlySet<string>, direction: Direction): readonly Group[] {
	const { done, undone } = core.undo.groups()
	const stack = direction === 'undo' ? done : undone
	const deepest = stack.findIndex((group) => ids.has(group.id))
	return deepest < 0 ? [] : stack.slice(deepest).reverse()
}

/** Objects, and files, that changed since the first group that touches them. */
function changedObjects(core: Core, groups: readonly Group[], direction: Direction): string[] {
	const side = direction === 'undo' ? 'after' : 'before'
	const seen = new Set<string>()
	const changed: string[] = []
	for (const group of groups) {
		for (const [id, change] of group.delta.objects) {
			if (seen.has(id)) continue
			seen.add(id)
			const now = core.world.objects.get(id) ?? null
			if (canonicalJson(now) === canonicalJson(change[side])) continue
			changed.push(now ? pathOf(core.world, now) : (change[side]?.name ?? id))
		}
	}
	const files = groups.flatMap((group) => core.undo.changedFiles(group))
	return [...changed, ...new Set(files)]
}

function stateOf(core: Core, ids: readonly string[], direction: Direction): HistoryState {
	if (core.play.isPlaying)
		throw new Fault(
			'in_play_mode',
			'The Undo history of the scene is not available in play mode.',
			{
				hint: 'Leave play mode first.',
			},
		)
	const wanted = new Set(ids)
	const { done, undone } = core.undo.groups()
	const [here, there] = direction === 'undo' ? [done, undone] : [undone, done]
	const state = (id: string): { state: RecordState; name?: string } => {
		const near = here.find((group) => group.id === id)
		const found = near ?? there.find((group) => group.id === id)
		if (!found) return { state: core.undo.isLost(id) ? 'cleared' : 'unknown' }
		const isDone = (found === near) === (direction === 'undo')
		return { name: found.name, state: isDone ? 'done' : 'undone' }
	}
	const groups = affected(core, wanted, direction)
	const blocking = groups.filter((group) => !wanted.has(group.id))
	const changed = changedObjects(core, groups, direction)
	const facts = {
		records: ids.map((id) => ({ id, ...state(id) })),
		blocking: blocking.slice(0, MAX_LISTED).map(({ id, name }) => ({ id, name })),
		blockingCount: blocking.length,
		changed: changed.slice(0, MAX_LISTED),
		openScenes: openScenePaths(core.world),
	}
	const seen = digest(JSON.stringify([facts, blocking.map((group) => group.id), changed]))
	return { ...facts, seen }
}

/** The number of history steps that the request covers. @throws Fault `not_found`, or `conflict` with the state as data */
function agreed(core: Core, wish: Wish, direction: Direction): readonly Group[] {
	const state = stateOf(core, wish.record_ids, direction)
	const groups = affected(core, new Set(wish.record_ids), direction)
	if (groups.length === 0)
		throw new Fault('not_found', `None of these changes can be ${direction}ne any longer.`, {
			data: state,
		})
	if (wish.seen !== undefined && wish.seen !== state.seen)
		throw new Fault('conflict', 'The scene has changed since the preview.', {
			hint: 'Look at the preview again.',
			data: state,
		})
	if (!wish.force && state.blockingCount + state.changed.length > 0)
		throw new Fault('conflict', 'Other changes would be lost with it.', {
			hint: 'Look at the preview again, and choose.',
			data: state,
		})
	return groups
}

const named = ({ id, name }: Group): { id: string; name: string } => ({ id, name })

export const historyActions = {
	state: (core: Core, args: ToolArgs<'unity_history', 'state'>): HistoryState =>
		stateOf(core, args.record_ids, args.direction),
	undo(core: Core, args: Wish): ToolResult<'unity_history', 'undo'> {
		const undone = agreed(core, args, 'undo').map(named)
		core.undo.undo(undone.length, true)
		return { undone }
	},
	redo(core: Core, args: Wish): ToolResult<'unity_history', 'redo'> {
		const redone = agreed(core, args, 'redo').map(named)
		core.undo.redo(redone.length, true)
		return { redone }
	},
}
