/**
 * The object of one evolution, named by its id. It breeds in slices, each by an alarm, as the object of a battle fights:
 * an eviction costs one slice. Its family tree is here alone. D1 says whose it is and whether it is running; with D1's row the
 * object ends, whoever deleted that.
 */

import { DurableObject } from 'cloudflare:workers'
import { assemble, redcodeOf, type Warrior } from '@fairlead/corewar/source'
import { type Database, database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { backoffMs } from '../../platform/backoff.ts'
import { SLICE_INSTRUCTIONS } from '../battle/fight.ts'
import { SETTINGS } from '../rules/settings.ts'
import { endEvolution, standingOfEvolution } from '../store/evolutions.ts'
import { type Bred, type BreedingState, breed, NEW_BREEDING } from './breed.ts'
import { MAX_BRED_LENGTH } from './limits.ts'
import {
	type Ending,
	type EvolutionOrder,
	type FamilyTree,
	progressOf,
	type TreeNode,
} from './tree.ts'

const ORDER = 'order'
const STATE = 'state'
const ENDING = 'ending'
const FAILURES = 'failures'
const NODES = 'node:'
const OPPONENTS = 'opponent:'
/** Between two slices: whoever else uses this server has its processor for most of the time, and there is a whole night. */
const PAUSE_MS = 2_000
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 600_000
/** About an hour and a half. Then something is wrong that waiting does not mend. */
const MAX_FAILURES = 16
/** One that is over looks so often whether its row is still there: a row that was deleted with its person or project tells nobody. */
const LOOK_MS = 24 * 3_600_000

const keyOf = (prefix: string, id: number): string => `${prefix}${String(id).padStart(4, '0')}`

/** @throws RangeError for a source that no longer assembles: the engine has changed */
function warriorOf(source: string, { mode }: EvolutionOrder): Warrior {
	const result = assemble(source, SETTINGS[mode])
	if (result.ok) return result.warrior
	throw new RangeError(`A stored warrior no longer assembles: ${result.errors[0]?.message}`)
}

export class Evolution extends DurableObject<Env> {
	/** Assembled once for all slices. */
	#tree: Warrior[] | undefined
	#opponents: Warrior[] | undefined

	/** After its row was inserted. */
	async begin({ opponents, ...order }: EvolutionOrder): Promise<void> {
		const stored = opponents.map((source, i) => [keyOf(OPPONENTS, i), source])
		await this.ctx.storage.put({ ...Object.fromEntries(stored), [ORDER]: order })
		await this.ctx.storage.setAlarm(Date.now())
	}

	/** Returns null if it never began, or lost its storage. */
	async read(): Promise<FamilyTree | null> {
		const order = await this.#order()
		if (!order) return null
		const ending = await this.#get<Ending>(ENDING)
		// One that was forgotten goes on.
		if (!ending && (await this.ctx.storage.getAlarm()) === null) await this.#wakeIn(0)
		const state = (await this.#get<BreedingState>(STATE)) ?? NEW_BREEDING
		const { mode, first } = order
		return {
			mode,
			first,
			state: ending?.state ?? 'running',
			note: ending?.note ?? null,
			progress: ending?.state === 'finished' ? 100 : progressOf(state, order),
			tried: state.tried,
			nodes: await this.#nodes(),
		}
	}

	async destroy(): Promise<void> {
		await this.ctx.storage.deleteAlarm()
		await this.ctx.storage.deleteAll()
		this.#tree = undefined
		this.#opponents = undefined
	}

	override async alarm(): Promise<void> {
		const order = await this.#order()
		if (!order) return
		const db = database(this.env.DB)
		try {
			await this.#work(db, order)
		} catch (error) {
			await this.#failed(order, error)
		}
	}

	async #work(db: Database, order: EvolutionOrder): Promise<void> {
		const standing = await standingOfEvolution(db, order.id)
		if (standing === 'gone') return this.destroy()
		// It was destroyed while D1 answered.
		if (!(await this.#order())) return
		const ending = await this.#get<Ending>(ENDING)
		if (ending) {
			if (standing !== 'ended') await endEvolution(db, order.id, Date.now())
			return this.#wakeIn(LOOK_MS)
		}
		if (standing !== 'running') {
			return this.#end(db, order, {
				state: 'stopped',
				note: 'Its person may no longer use the project.',
			})
		}
		if (await this.#slice(order)) return this.#end(db, order, { state: 'finished', note: null })
		return this.#wakeIn(PAUSE_MS)
	}

	/** @returns whether the evolution is over */
	async #slice(order: EvolutionOrder): Promise<boolean> {
		this.#opponents ??= order.opponents.map((source) => warriorOf(source, order))
		this.#tree ??= await this.#readTree(order)
		const before = (await this.#get<BreedingState>(STATE)) ?? NEW_BREEDING
		const { seed, budget } = order
		const settings = SETTINGS[order.mode]
		const { state, kept, isOver } = breed(
			{ settings, seed, budget, opponents: this.#opponents, maxLength: MAX_BRED_LENGTH },
			this.#tree,
			before,
			SLICE_INSTRUCTIONS,
		)
		const nodes = kept.map((bred) => [keyOf(NODES, bred.id), nodeOf(bred)])
		// Together: a state that knows a warrior which is not stored could never go on.
		await this.ctx.storage.put({ ...Object.fromEntries(nodes), [STATE]: state })
		for (const { id, warrior } of kept) this.#tree[id] = warrior
		await this.ctx.storage.delete(FAILURES)
		return isOver
	}

	async #readTree(order: EvolutionOrder): Promise<Warrior[]> {
		const nodes = await this.#nodes()
		if (nodes.length === 0) return [warriorOf(order.first, order)]
		return nodes.map(({ redcode }) => warriorOf(redcode, order))
	}

	async #end(db: Database, { id }: EvolutionOrder, ending: Ending): Promise<void> {
		await this.ctx.storage.put(ENDING, ending)
		await this.#wakeIn(LOOK_MS)
		await endEvolution(db, id, Date.now())
	}

	async #failed(order: EvolutionOrder, error: unknown): Promise<void> {
		if (!(await this.#order())) return
		const failures = ((await this.#get<number>(FAILURES)) ?? 0) + 1
		await this.ctx.storage.put(FAILURES, failures)
		const message = { event: 'evolution_delayed', id: order.id, error: String(error) }
		console.warn(JSON.stringify({ level: 'warn', ...message }))
		this.#tree = undefined
		// The engine's own refusals would come again each time.
		if (error instanceof RangeError || failures >= MAX_FAILURES) {
			const note = 'The server could not continue it. Start another one.'
			const ending = (await this.#get<Ending>(ENDING)) ?? { state: 'failed', note }
			await this.ctx.storage.put(ENDING, ending)
		}
		await this.#wakeIn(backoffMs(failures - 1, FIRST_RETRY_MS, MAX_RETRY_MS))
	}

	async #order(): Promise<EvolutionOrder | undefined> {
		const order = await this.#get<Omit<EvolutionOrder, 'opponents'>>(ORDER)
		if (!order) return undefined
		const opponents = await this.ctx.storage.list<string>({ prefix: OPPONENTS })
		return { ...order, opponents: [...opponents.values()] }
	}

	async #nodes(): Promise<TreeNode[]> {
		return [...(await this.ctx.storage.list<TreeNode>({ prefix: NODES })).values()]
	}

	#get<T>(key: string): Promise<T | undefined> {
		return this.ctx.storage.get<T>(key)
	}

	#wakeIn(ms: number): Promise<void> {
		return this.ctx.storage.setAlarm(Date.now() + ms)
	}
}

const nodeOf = ({ warrior, ...bred }: Bred): TreeNode => ({
	...bred,
	name: warrior.name,
	redcode: redcodeOf(warrior),
	at: Date.now(),
})
