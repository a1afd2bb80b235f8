/** Reverts: at most once, only what is listed, and none of the user's own work without their consent. */
import { createHash } from 'node:crypto'
import type { RevertItem } from '@fairlead/protocol/conversations/revert'
import type { TakenBack } from './kit/actors/going-back.ts'
import type { World } from './world.ts'

const FILE = 'file:'

export function reverts(world: World): string[] {
	const { history, user } = world
	return [
		...user.back.troubles,
		...[...history.effects]
			.filter(([, times]) => times > 1)
			.map(([callId, times]) => `The undo ${callId} was executed ${times} times`),
		...lostWork(world),
		...user.back.taken.flatMap((taken) =>
			[
				...scene(world, taken),
				...files(world, taken),
				...(world.faults.total === 0
					? [...withoutReason(world, taken), ...unnamed(world, taken)]
					: []),
				...(world.faults.harmless ? forced(world, taken) : []),
			].map((text) => `${taken.part.revertId} of turn ${taken.turn}: ${text}`),
		),
	]
}

/** The user's changes in the scene are undone only with their consent. */
function lostWork({ history, user }: World): string[] {
	return history.losses.flatMap(({ callId, what }) => {
		const taken = user.back.taken.find(({ part }) => callId === `${part.revertId}.scene`)
		// A call with an unknown end has no record here.
		if (!taken || agreed(user.back.taken, taken)) return []
		return [`${callId} took away ${what}, and the user had not said so`]
	})
}

/** The consent also covers undoing the restore. */
function agreed(all: readonly TakenBack[], taken: TakenBack): boolean {
	if (chosen(taken, 'scene')) return true
	const earlier = all.find(({ part }) => part.revertId === taken.part.revertOf)
	return earlier !== undefined && agreed(all, earlier)
}

const chosen = ({ choices }: TakenBack, key: string): boolean =>
	choices.some((one) => one.key === key && one.choice === 'overwrite')

function scene({ history, faults }: World, { part }: TakenBack): string[] {
	const found: string[] = []
	if (faults.harmless && part.items.some((item) => item.state === 'unknown'))
		found.push('what became of it is unknown without a reason')
	const item = part.items.find(({ key }) => key === 'scene')
	const moved = (history.effects.get(`${part.revertId}.scene`) ?? 0) > 0
	if (item?.state === 'reverted' && !moved) found.push('the scene was not undone')
	if (moved && item?.state !== 'reverted' && item?.state !== 'unknown')
		found.push(`(${part.state}) undid the scene and says ${JSON.stringify(item)}`)
	return found
}

function files(world: World, taken: TakenBack): string[] {
	if (!taken.undisturbed) return []
	const { part, before, after, byHand } = taken
	// Then its files are not known.
	if (part.items.some((item) => item.key === 'files' && item.state === 'unknown')) return []
	const items = new Map(part.items.map((item) => [item.key, item]))
	return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
		const item = items.get(`${FILE}${path}`)
		const [was, is] = [before.get(path) ?? null, after.get(path) ?? null]
		const found: string[] = []
		// "Overwrite" for a folder that others fill covers its content, except items that are listed separately.
		const withFolder = part.items.some(
			(one) => one.kind === 'folder' && given(taken, one.key, path),
		)
		if (item === undefined && withFolder) return []
		if (was !== is && item?.state !== 'reverted')
			found.push(`${path} changed, and it says ${item?.state ?? 'nothing'}`)
		if (was !== is && byHand.has(path)) {
			const choice = taken.choices.find(({ key }) => key === `${FILE}${path}`)
			if (!choice) found.push(`${path} was changed by hand, and overwritten silently`)
			else if (choice.seen !== seenOf(was))
				found.push(`${path} was overwritten, and was not what the user had seen`)
		}
		const target = targetOf(world, taken, path)
		if (item?.state === 'reverted' && target !== undefined && is !== target)
			found.push(`${path} is reported as reverted and contains "${is}" instead of "${target}"`)
		return found
	})
}

const given = (taken: TakenBack, key: string, path: string): boolean =>
	chosen(taken, key) && `${FILE}${path}`.startsWith(`${key}/`)

/** The state as a preview names it. */
const seenOf = (content: string | null): string =>
	content === null ? 'absent' : createHash('sha256').update(content).digest('hex')

/** A file's earlier content; undefined if the calls did not touch it. */
function targetOf(
	{ folder, user }: World,
	{ part, ofCalls }: TakenBack,
	path: string,
): string | null | undefined {
	if (ofCalls !== null)
		return folder.changes.find((c) => c.path === path && ofCalls(c.callId))?.before
	const earlier = user.back.taken.find((one) => one.part.revertId === part.revertOf)
	const changed = earlier?.part.items.some(
		({ key, state }) => key === `${FILE}${path}` && state === 'reverted',
	)
	return changed ? (earlier?.before.get(path) ?? null) : undefined
}

/** Without faults and changes by the user, everything is reverted. */
function withoutReason({ script }: World, { part, choices }: TakenBack): string[] {
	if (choices.length > 0) return []
	const changesObjects = script.turns.some(({ back }) => back?.edits.includes('object'))
	const honest = (item: RevertItem): boolean =>
		item.state === 'reverted' ||
		item.state === 'unchanged' ||
		item.kind === 'effect' ||
		(item.reason !== undefined && BECAUSE_OF_OTHERS.has(item.reason)) ||
		(item.reason === 'objects_changed' && changesObjects)
	return part.items.filter((item) => !honest(item)).map((item) => `left ${JSON.stringify(item)}`)
}

/** Every file that the run changed is listed. */
function unnamed({ folder }: World, { part, ofCalls, before }: TakenBack): string[] {
	if (ofCalls === null) return []
	const mine = folder.changes.filter(({ callId }) => ofCalls(callId))
	return [...new Set(mine.map(({ path }) => path))].flatMap((path) => {
		const first = mine.find((change) => change.path === path)
		const changed = first?.before !== (before.get(path) ?? null)
		const named = part.items.some(({ key }) => key === `${FILE}${path}`)
		return changed && !named ? [`${path} was changed by the run, and is not named`] : []
	})
}

/** Later runs, and the user's own changes. */
const BECAUSE_OF_OTHERS: ReadonlySet<string> = new Set([
	'changed_above',
	'history_cleared',
	'changed',
	'changed_later',
	'deleted',
	'occupied',
	'not_empty',
])

/** Items that the user saw and chose to overwrite are overwritten. */
function forced(world: World, taken: TakenBack): string[] {
	const killed = [...world.faults.counts.keys()].some((kind) => /^relay_(killed|crash)/.test(kind))
	if (!taken.fits || !taken.undisturbed || killed) return []
	return taken.choices.flatMap(({ key }) => {
		const item = taken.part.items.find((one) => one.key === key)
		// A folder that others fill is decided file by file.
		if (!item || item.kind === 'folder' || item.state === 'reverted') return []
		return [`${key} was to be overwritten, and is ${item.state} (${item.reason})`]
	})
}
