/** How much of a run its reverts have left undone, read from its answer. Pure. */
import { type CallView, callsOf } from '../view/call-view.ts'
import { changesOf, countChanges } from '../view/run-changes.ts'
import { buildRun, callsIn } from '../view/run-view.ts'
import { partsOf, type RunMessage } from './message-parts.ts'
import type { RevertPart } from './revert.ts'

/** The reverts that concern the run behind this answer, the oldest first. */
export const revertsOf = (message: RunMessage): readonly RevertPart[] =>
	partsOf(message).flatMap((part) => (part.type === 'data-revert' ? [part.data] : []))

/** `part`: something was skipped, or could not be reverted. */
type Extent = 'none' | 'part' | 'whole'

/** A revert that was not restored as a whole. */
interface Layer {
	readonly revert: RevertPart
	/** How far its own steps were undone. */
	extent: Extent
	/** Steps that were undone beside its own. */
	readonly also: Map<string, Extent>
	/** Its own steps that another restore brought back, with the extent to which each is still undone. */
	readonly back: Map<string, 'none' | 'part'>
	/** Its own steps that were reverted before it: it did not undo these. */
	readonly already: ReadonlySet<string>
}

/** The undone steps of each revert, the oldest revert first. */
function layersOf(message: RunMessage): Layer[] {
	const layers: Layer[] = []
	const all = revertsOf(message)
	const steps = partsOf(message).flatMap((part) =>
		part.type === 'data-step' ? (part.id ?? []) : [],
	)
	for (const revert of all) {
		const { state, counts, revertOf, also = [] } = revert
		const isOwn = state === 'done' && counts.reverted > 0 && !revert.elsewhere
		if (!isOwn && also.length === 0) continue
		const inPart = counts.skipped > 0 || counts.impossible > 0
		if (!isRestore(revert, all)) {
			const extent = !isOwn ? 'none' : inPart ? 'part' : 'whole'
			const beside = also.map((step) => [step.stepId, step.inPart ? 'part' : 'whole'] as const)
			const already = new Set(
				steps.filter((id) => covers(revert, id) && extentOf(layers, id) === 'whole'),
			)
			layers.push({ revert, extent, also: new Map(beside), back: new Map(), already })
			continue
		}
		for (const layer of layers) {
			const isIts = layer.revert.revertId === revertOf
			if (isIts && isOwn && layer.extent !== 'none') layer.extent = inPart ? 'part' : 'none'
			for (const { stepId, inPart: scene } of also) {
				layer.also.delete(stepId)
				if (!isIts) layer.back.set(stepId, scene ? 'part' : 'none')
			}
		}
	}
	return layers
}

/** Parts from before their direction was told stand beside the revert that they undo. */
export function isRestore(
	{ direction, revertOf }: RevertPart,
	all: readonly RevertPart[] = [],
): boolean {
	if (direction !== undefined) return direction === 'redo'
	if (revertOf === undefined) return false
	const undone = all.find(({ revertId }) => revertId === revertOf)
	return undone === undefined || !isRestore(undone, all)
}

const extentIn = ({ revert, extent, also, back, already }: Layer, stepId: string): Extent => {
	const own =
		extent !== 'none' && covers(revert, stepId) && !already.has(stepId)
			? (back.get(stepId) ?? extent)
			: 'none'
	return largest([also.get(stepId) ?? 'none', own])
}

const extentOf = (layers: readonly Layer[], stepId: string): Extent =>
	largest(layers.map((layer) => extentIn(layer, stepId)))

const largest = (extents: readonly Extent[]): Extent =>
	extents.includes('whole') ? 'whole' : extents.includes('part') ? 'part' : 'none'

/** How much of the run, or with `stepId` of that step, was reverted and not restored. */
export function revertedExtent(message: RunMessage, stepId?: string): Extent {
	const layers = layersOf(message)
	if (layers.length === 0) return 'none'
	const ofStep = (id: string) => extentOf(layers, id)
	if (stepId !== undefined) return ofStep(stepId)
	const whole = layers.some(
		({ revert, extent, back, already }) =>
			revert.stepId === undefined &&
			extent === 'whole' &&
			back.size === 0 &&
			[...already].every((id) => ofStep(id) === 'whole'),
	)
	if (whole) return 'whole'
	const steps = changingSteps(message).map(ofStep)
	if (steps.length > 0 && steps.every((extent) => extent === 'whole')) return 'whole'
	const left = layers.some(
		({ extent, also, back }) => also.size > 0 || (extent !== 'none' && back.size === 0),
	)
	return left || steps.some((extent) => extent !== 'none') ? 'part' : 'none'
}

/** The ids of the steps that created, changed or deleted anything. */
const changingSteps = (message: RunMessage): string[] =>
	buildRun(message, false)
		.filter((step) => countChanges(changesOf(callsIn(step))) > 0)
		.map(({ key }) => key)

/** The calls of the steps that are not reverted. */
export const keptCalls = (message: RunMessage): readonly CallView[] =>
	layersOf(message).length === 0
		? callsOf(message)
		: buildRun(message, false)
				.filter(({ key }) => !isReverted(message, key))
				.flatMap(callsIn)

/** Whether the step is one of those that the revert was asked for. */
function covers({ stepId: from, toEnd }: RevertPart, stepId: string): boolean {
	if (from === undefined || from === stepId) return true
	return toEnd === true && seqOf(stepId) > seqOf(from)
}

/** The place of a step in its conversation. */
export const seqOf = (stepId: string): number => Number(stepId.slice('step-'.length))

/** True if nothing is left of the run, or with `stepId` of that step. */
export const isReverted = (message: RunMessage, stepId?: string): boolean =>
	revertedExtent(message, stepId) === 'whole'
