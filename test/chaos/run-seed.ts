/** One seed: the reference run, the run with faults, and the violations of the second. */

import { answersByTurn, storedMessages, violations } from './invariants.ts'
import type { FaultKind } from './kit/faults.ts'
import { InstanceGone } from './kit/hosts/object-host.ts'
import { type Met, metIn, metInTriggers } from './met.ts'
import type { StoredUi } from './transcript.ts'
import { type TriggerParts, TriggerWorld } from './triggers.ts'
import { type Parts, World } from './world.ts'

export interface SeedResult {
	readonly seed: number
	readonly violations: readonly string[]
	readonly faults: ReadonlyMap<FaultKind, number>
	readonly harmless: boolean
	/** The events of the conversation. */
	readonly met: ReadonlyMap<Met, number>
	/** Virtual time that the run took. */
	readonly virtualMs: number
}

/** After the hooks are installed: modules loaded earlier run unchanged. */
export async function loadParts(): Promise<Parts & TriggerParts> {
	const { Conversation } = await import('../../worker/src/conversations/conversation.ts')
	const { ProjectRoom } = await import('../../worker/src/rooms/project-room.ts')
	const { createApp } = await import('../../worker/src/http/app.ts')
	const { Automations } = await import('../../worker/src/automations/automations.ts')
	return {
		conversation: Conversation,
		room: ProjectRoom,
		app: createApp(),
		automations: Automations,
	}
}

export async function runSeed(
	seed: number,
	parts: Parts & TriggerParts,
	faults: 'draw' | readonly FaultKind[] = 'draw',
): Promise<SeedResult> {
	const calm = new World(seed, parts, null)
	const calmFound = await played(calm, null)
	const world = new World(seed, parts, faults)
	const found = await played(world, expectedOf(calm))
	const met = metIn(
		world,
		storedMessages(world).map(({ ui }) => ui),
	)
	const virtualMs = world.scheduler.elapsed
	const triggers = new TriggerWorld(seed, parts, faults)
	const triggersFound = await triggered(triggers)
	const result: SeedResult = {
		seed,
		violations: [
			...calmFound.map((text) => `Without faults: ${text}`),
			...found,
			...triggersFound.map((text) => `Triggers: ${text}`),
		],
		faults: sum(world.faults.counts, triggers.faults.counts),
		harmless: world.faults.harmless,
		met: new Map([...met, ...metInTriggers(triggers)]),
		virtualMs,
	}
	for (const over of [calm, world, triggers]) over.close()
	return result
}

const sum = <K>(a: ReadonlyMap<K, number>, b: ReadonlyMap<K, number>): Map<K, number> => {
	const both = new Map(a)
	for (const [key, count] of b) both.set(key, (both.get(key) ?? 0) + count)
	return both
}

async function triggered(triggers: TriggerWorld): Promise<string[]> {
	const unwatch = watch(triggers)
	try {
		return [...(await triggers.play()), ...triggers.troubles]
	} catch (error) {
		return [`It broke: ${error instanceof Error ? error.stack : String(error)}`]
	} finally {
		unwatch()
	}
}

type Expected = readonly (readonly StoredUi[])[]

/** `expected` null: this is the reference run. */
async function played(world: World, expected: Expected | null): Promise<string[]> {
	const unwatch = watch(world)
	try {
		const rested = await world.play()
		return await violations(world, rested, expected ?? expectedOf(world))
	} catch (error) {
		return [`The run itself broke: ${error instanceof Error ? error.stack : String(error)}`]
	} finally {
		unwatch()
		world.folder.remove()
	}
}

const expectedOf = (world: World): Expected =>
	answersByTurn(
		world,
		storedMessages(world).map(({ ui }) => ui),
	)

/** Failures that the product only logs, and unhandled rejections, count as failures here. */
function watch(world: Pick<World, 'troubles'>): () => void {
	const { warn, error } = console
	const heard = (text: unknown): void => {
		if (!/run_failed_inside|give_up_failed/.test(String(text))) return
		if (!String(text).includes(new InstanceGone().message)) world.troubles.push(String(text))
	}
	console.warn = heard
	console.error = heard
	const rejected = (reason: unknown): void => {
		if (!(reason instanceof InstanceGone))
			world.troubles.push(`Unhandled: ${reason instanceof Error ? reason.stack : String(reason)}`)
	}
	process.on('unhandledRejection', rejected)
	return () => {
		console.warn = warn
		console.error = error
		process.off('unhandledRejection', rejected)
	}
}
