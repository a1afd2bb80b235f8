/** The seats of an arena: its starter, warriors that join by themselves, and stock bots. Pure. */
import { assemble, STOCK_WARRIORS, type StockWarrior } from '@fairlead/corewar/source'
import { SEATS, SETTINGS } from './settings.ts'

export interface Candidate {
	readonly playerId: number
	/** The player's name. */
	readonly name: string
	readonly warriorName: string
	readonly redcode: string
	/** The model that wrote the warrior; null: a person, or a stock bot. */
	readonly model: string | null
}

export interface Seat {
	/** The player's id; null for a stock bot. */
	readonly playerId: number | null
	/** The name of the player or the stock bot. */
	readonly name: string
	readonly warriorName: string
	readonly redcode: string
	/** The model that wrote the warrior; null: a person, or a stock bot. */
	readonly model: string | null
}

export interface LeftOut {
	readonly playerId: number
	/** The reason, with the line of the first error. It quotes no source: it is kept when the author has left. */
	readonly reason: string
}

/** Five of the engine's own warriors (MIT), each with another strategy. */
const BOT_NAMES = ['Dwarf', 'Stone', 'Paper', 'Scanner', 'Clear'] as const

const botNamed = (name: string): StockWarrior => {
	const found = STOCK_WARRIORS.find((one) => one.name === name)
	if (!found) throw new Error(`The engine has no stock warrior ${name}.`)
	return found
}

export const STOCK_BOTS: readonly StockWarrior[] = BOT_NAMES.map(botNamed)

/** @returns the reason why a warrior cannot join an arena; null if it can */
export function wrongWith(redcode: string): string | null {
	const result = assemble(redcode, SETTINGS.arena)
	if (result.ok) return null
	const [first] = result.errors
	return `Line ${first?.line ?? 1} no longer assembles.`
}

/**
 * Fills the ten seats: the starter at slot 0, then candidates in the order given, then stock bots in a cycle.
 * A candidate that does not assemble is left out: it was stored under other settings or another engine, and must not
 * fail the arena of everybody else.
 */
export function takeSeats(
	starter: Candidate,
	candidates: readonly Candidate[],
): { readonly seats: readonly Seat[]; readonly leftOut: readonly LeftOut[] } {
	const seats: Seat[] = [starter]
	const leftOut: LeftOut[] = []
	for (const one of candidates) {
		if (seats.length >= SEATS) break
		const reason = wrongWith(one.redcode)
		if (reason === null) seats.push(one)
		else leftOut.push({ playerId: one.playerId, reason })
	}
	for (let bot = 0; seats.length < SEATS; bot++) {
		const stock = STOCK_BOTS[bot % STOCK_BOTS.length]
		if (!stock) throw new Error('There are no stock bots.')
		const again = Math.floor(bot / STOCK_BOTS.length)
		const name = again === 0 ? stock.name : `${stock.name} ${again + 1}`
		seats.push({
			playerId: null,
			name,
			warriorName: stock.name,
			redcode: stock.source,
			model: null,
		})
	}
	return { seats, leftOut }
}
